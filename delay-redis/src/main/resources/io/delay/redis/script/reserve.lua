-- Hands ready jobs to one worker: first those whose lease ran out, then those whose time has come. Nothing while the
-- topic is paused.
-- Transition: READY -> RESERVED, attempt + 1. RESERVED with its lease over -> RESERVED anew, the failure recorded, or
--   FAILED if that was the last attempt. A record or lease that cannot be read -> FAILED.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] token, ARGV[4] limit, ARGV[5] ttr in ms and ARGV[6] max attempts for
--   jobs that set none, ARGV[7] the most bytes of payload, unless the first job alone has more, ARGV[8] 'pull' if attempts count
--   from now on, else 'isolated', or 'listen' if no job is to be handed over that is to be isolated
-- Returns {flags, start of the leases in ms, microseconds until the next event (0 look again, -1 none),
--   {per buried job: id, attempts, host, reason}, {how many jobs were left out because they are to be isolated, per job whose
--   leases stalled before: its index from 0, and 1, or 2 if it is to be isolated}, per job: id, record, attempt, max attempts,
--   when it was ready, ttr and due time, all in ms}
-- Invariant: everything is read and judged before anything moves. A lease that ran out holds until this script
--   delivers or buries its job. Records are read until the call is full, few at a time where they are large.
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
