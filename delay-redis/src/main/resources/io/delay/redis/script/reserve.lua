-- Hands ready jobs to one poller: first jobs whose lease has expired, then jobs that only some pollers take, then jobs
-- that are due, then jobs that will soon be due, which the poller holds ahead (see _ahead). Hands out no job while the
-- topic is paused, and no more jobs than the rate limit of the poller permits (see _permits).
-- Transition: READY -> RESERVED, attempt + 1. DELAYED -> RESERVED with a lease that begins when the job is due, so the
--   job still counts as DELAYED. RESERVED with an expired lease -> RESERVED again, FAILED, or it waits, see
--   _expired. A record or lease that cannot be parsed -> FAILED.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET),
--   KEYS[10] counters (HASH), KEYS[11] isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] token, ARGV[4] limit, ARGV[5] ttr in ms and ARGV[6] max
--   attempts for jobs that set none, ARGV[7] the maximum number of payload bytes, unless the first job alone has more,
--   ARGV[8] 'pull' if the attempt counts at once, otherwise 'isolated', or 'listen' if no job that must be isolated may
--   be handed over, ARGV[9] within how many ms a job must be due to be held ahead, ARGV[10] the maximum number of such
--   jobs, ARGV[11] the maximum number of attempts of the failure handler of the caller, nil or 0 if it has none,
--   ARGV[12] the time between two jobs of the topic in nanoseconds, if the caller has a rate limit, see _permits
-- Returns {flags, present time in microseconds, microseconds until the next event (0 check again, -1 none), {per
--   buried job: id, attempts, host, reason}, {number of jobs left out because they must be isolated, number of jobs at
--   the end that are held ahead, per job whose leases stalled before: its index from 0, and 1, or 2 if it must be
--   isolated; per job in failure handling: its index from 0, and its failures}, per job: id, record, attempt, max
--   attempts, when it is ready, ttr and due time, all in ms}
-- Invariant: all data is read and checked before any job moves. An expired lease remains valid until this script
--   delivers or buries its job. Records are read until the call is full, a few at a time if they are large.
--@include _open -- micros, flags, armed, priorities, paused, ahead, queues, now, soon, behind, microsUntil, saveClock
--@include _wake -- announce
if paused then
	saveClock()
	return { flags, micros, -1, {}, { 0, 0 } }
end
local limit = ARGV[4] + 0
--@include _permits -- permits
--@include _record -- record
--@include _attempts -- attemptsOf, handlingText, failureText
--@include _terms -- leaseOf, hostOf, endOf
--@include _levels -- waiting
--@include _errors -- bothErrors
--@include _take -- buried, redelivered, reply, taken, earliest, latest, late, fromWaiting, deadlines, leases, room,
--   full, sameMark, failed, failures, missing, fromReserved, toQueues, fail, bury, wait, take
--@include _expired -- isolatedTaken, tally, fits
--@include _handling -- handlerMax, ttr, isQueued
--@include _ready -- jobs, jobLevels, turns, drained
--@include _read -- turn
--@include _commit
if turn then
	redis.pcall('HSET', KEYS[1], 'turn', turn)
end
if earliest or isQueued then
	announce(isQueued and now or earliest, isQueued)
end
--@include _next
if latest and latest > (ahead or 0) then
	redis.pcall('HSET', KEYS[1], 'ahead', latest + 1000) -- a second more, so that ahead is written once a second
end
saveClock()
--@include _count -- count
count('h', taken - tally.handlers)
count('l', late - tally.late)
count('f', tally.failed)
count('b', #buried / 4)
reply[1] = flags
return reply
