-- A made-up version 2 of the tables of Delay on MySQL and MariaDB. The statement that cannot be repeated is the last
-- but one, so that a script that has failed can run again.

CREATE TABLE IF NOT EXISTS delay_colour (
  topic varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  colour varchar(30) NOT NULL,
  KEY delay_colour_name (colour)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

ALTER TABLE delay_job ADD COLUMN colour varchar(30);

UPDATE delay_schema SET version = 2 WHERE version = 1;
