-- Hands ready jobs to one poller: first jobs whose lease has expired, then jobs that are due. Hands out no job while
-- the topic is paused.
-- Transition: READY -> RESERVED, attempt + 1. RESERVED with an expired lease -> RESERVED again, the failure recorded,
--   or FAILED if that was the last attempt. A record or lease that cannot be parsed -> FAILED.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] token, ARGV[4] limit, ARGV[5] ttr in ms and ARGV[6] max
--   attempts for jobs that set none, ARGV[7] the maximum number of payload bytes, unless the first job alone has more,
--   ARGV[8] 'pull' if attempts count from now on, otherwise 'isolated', or 'listen' if no job that must be isolated may
--   be handed over
-- Returns {flags, start of the leases in ms, microseconds until the next event (0 check again, -1 none), {per buried
--   job: id, attempts, host, reason}, {number of jobs that were left out because they must be isolated, per job whose
--   leases stalled before: its index from 0, and 1, or 2 if it must be isolated}, per job: id, record, attempt, max
--   attempts, when it was ready, ttr and due time, all in ms}
-- Invariant: all data is read and checked before any job moves. An expired lease remains valid until this script
--   delivers or buries its job. Records are read until the call is full, a few at a time if they are large.
--@include _open -- flags, armed, priorities, paused, stepped, now, soon, reached, scoreOf, timeOf, microsUntil, saveClock
--@include _wake -- announce
if paused then
	saveClock()
	return { flags, soon, -1, {}, { 0 } }
end
local limit = tonumber(ARGV[4])
--@include _record -- record
--@include _attempts -- attemptsOf, failureText
--@include _levels -- waiting, levels
--@include _take -- redelivered, reply, taken, earliest, room, full, fromWaiting, deadlines, leases,
--   failed, failures, missing, fromReserved, fail, bury, take
--@include _expired -- fits, firstLease
--@include _ready -- jobs, jobLevels, turns
--@include _read -- turn
--@include _commit
if turn then
	redis.pcall('HSET', KEYS[1], 'turn', turn)
end
if stepped then
--@include _bound
end
if earliest then
	announce(earliest)
end
if taken < limit and not full then
--@include _sleep
end
if stepped then
	reply[3] = 0
end
saveClock()
reply[1] = flags
return reply
