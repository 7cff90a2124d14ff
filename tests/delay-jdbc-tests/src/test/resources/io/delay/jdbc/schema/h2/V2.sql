-- A made-up version 2 of the tables of Delay on H2.

ALTER TABLE delay_job ADD COLUMN IF NOT EXISTS colour varchar(30);

CREATE TABLE IF NOT EXISTS delay_colour (
  topic varchar(200) NOT NULL PRIMARY KEY,
  colour varchar(30) NOT NULL
);

CREATE INDEX IF NOT EXISTS delay_consumer_seen ON delay_consumer (seen_at);

UPDATE delay_schema SET version = 2 WHERE version = 1;
