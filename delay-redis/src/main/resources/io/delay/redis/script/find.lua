-- Looks a job up. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[3] id
-- Returns {0, state (0 none), time in ms, due time in ms (-1 unknown), record, failures, holder if it is RESERVED (see
--   _origin)}
--@include _fence -- priorities, ahead, queues, now, behind
--@include _state -- leaseOf, stateOf
--@include _origin -- dueOf
local state, time = stateOf(ARGV[3])
local failures = redis.call('HGET', KEYS[7], ARGV[3])
local due, holder = dueOf(ARGV[3], state, time, failures)
return { 0, state, time, due, redis.call('HGET', KEYS[2], ARGV[3]), failures, holder }
