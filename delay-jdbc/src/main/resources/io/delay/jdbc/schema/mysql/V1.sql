-- Version 1 of the tables of Delay on MySQL 8.0.16 or later and MariaDB 10.6 or later.
-- Replace the prefix "delay_" if delay.jdbc.table-prefix is set. Times are in milliseconds since 1970-01-01 UTC.

CREATE TABLE IF NOT EXISTS delay_job (
  topic varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  id varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  -- 0, 1, 2: waits with high, normal, low priority; 3: reserved; 4: failed; 5: reserved before it was due;
  -- 6: waits as an isolated job; 7: waits for a failure handler
  place smallint NOT NULL,
  -- when a waiting job becomes ready, a lease ends, or a failed job was buried
  time bigint NOT NULL,
  -- when the job was first due
  due bigint NOT NULL,
  priority smallint NOT NULL,
  -- the number of bytes of the payload
  size integer NOT NULL,
  payload longblob NOT NULL,
  headers longtext,
  -- what the job itself sets
  ttr bigint,
  max_attempts integer,
  -- the failed attempts, and consecutive leases that expired without a report
  attempts integer DEFAULT 0 NOT NULL,
  stalls integer DEFAULT 0 NOT NULL,
  -- the last failure
  failed_attempt integer,
  failed_at bigint,
  error longtext,
  error_host longtext,
  stack_trace longtext,
  run_time bigint,
  earlier_failures longtext,
  -- the lease of a reserved job
  token varchar(300) CHARACTER SET ascii COLLATE ascii_bin,
  lease_attempt integer,
  lease_max_attempts integer,
  lease_ttr bigint,
  lease_since bigint,
  visible_since bigint,
  progress smallint,
  failure_handler boolean,
  failure_handling boolean,
  PRIMARY KEY (id, topic),
  KEY delay_job_place (topic, place, time, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS delay_topic (
  topic varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL PRIMARY KEY,
  paused_by longtext,
  paused_at bigint,
  resumed_at bigint,
  permits bigint DEFAULT 0 NOT NULL,
  dropped bigint DEFAULT 0 NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS delay_consumer (
  topic varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  id varchar(300) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  application longtext NOT NULL,
  host longtext NOT NULL,
  listener longtext NOT NULL,
  concurrency integer NOT NULL,
  ttr bigint NOT NULL,
  max_attempts integer NOT NULL,
  failure_attempts integer NOT NULL,
  rate_limit varchar(30),
  since bigint NOT NULL,
  seen_at bigint NOT NULL,
  PRIMARY KEY (topic, id)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Finished runs of topics that keep a history
CREATE TABLE IF NOT EXISTS delay_finished (
  number bigint AUTO_INCREMENT PRIMARY KEY,
  topic varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  job_id varchar(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  -- 0: done; 1: done by the failure handler; 2: cancelled; 3: expired
  outcome smallint NOT NULL,
  attempts integer NOT NULL,
  host longtext,
  due bigint,
  submitted bigint,
  started bigint,
  finished bigint NOT NULL,
  priority smallint,
  size integer NOT NULL,
  payload longblob,
  headers longtext,
  ttr bigint,
  max_attempts integer,
  KEY delay_finished_number (topic, number),
  KEY delay_finished_job (topic, job_id, number),
  KEY delay_finished_time (topic, finished)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- What happened to jobs by minute (minutes = 1) and by quarter of an hour (minutes = 15)
CREATE TABLE IF NOT EXISTS delay_count (
  topic varchar(200) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
  minutes smallint NOT NULL,
  number bigint NOT NULL,
  submitted bigint DEFAULT 0 NOT NULL,
  delivered bigint DEFAULT 0 NOT NULL,
  done bigint DEFAULT 0 NOT NULL,
  failed_attempts bigint DEFAULT 0 NOT NULL,
  buried bigint DEFAULT 0 NOT NULL,
  cancelled bigint DEFAULT 0 NOT NULL,
  lateness bigint DEFAULT 0 NOT NULL,
  PRIMARY KEY (topic, minutes, number)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The latest time of the store, in one row
CREATE TABLE IF NOT EXISTS delay_clock (
  id smallint NOT NULL PRIMARY KEY,
  latest bigint NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO delay_clock (id, latest) SELECT 1, 0 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM delay_clock WHERE id = 1);

-- The version of the tables, in one row. It is recorded last, so that a script that has failed is not recorded.
CREATE TABLE IF NOT EXISTS delay_schema (
  id smallint NOT NULL PRIMARY KEY,
  version integer NOT NULL
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT INTO delay_schema (id, version) SELECT 1, 1 FROM DUAL WHERE NOT EXISTS (SELECT 1 FROM delay_schema WHERE id = 1);
