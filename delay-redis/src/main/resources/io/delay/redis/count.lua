-- Counts the jobs of a partition. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET)
-- Returns {0, DELAYED, READY, RESERVED, FAILED}
--@include _clock
local ready = redis.call('ZCOUNT', KEYS[3], '-inf', now)
local waiting = redis.call('ZCARD', KEYS[3])
return { 0, waiting - ready, ready, redis.call('ZCARD', KEYS[4]), redis.call('ZCARD', KEYS[6]) }
