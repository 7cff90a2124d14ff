-- After those that db-scheduler publishes for HSQLDB, with the indexes of those for PostgreSQL
create table if not exists scheduled_tasks (
	task_name varchar(100),
	task_instance varchar(100),
	task_data blob,
	execution_time timestamp(9) with time zone,
	picked boolean,
	picked_by varchar(50),
	last_success timestamp(9) with time zone,
	last_failure timestamp(9) with time zone,
	consecutive_failures int,
	last_heartbeat timestamp(9) with time zone,
	version bigint,
	priority smallint,
	primary key (task_name, task_instance)
);

create index if not exists execution_time_idx on scheduled_tasks (execution_time);
create index if not exists last_heartbeat_idx on scheduled_tasks (last_heartbeat)
