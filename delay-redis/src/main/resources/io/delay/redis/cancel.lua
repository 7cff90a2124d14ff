-- Deletes a job.
-- Transition: any -> gone; a lease on it becomes void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH)
-- ARGV[3] id
-- Returns {flags, state found (0 none)}
-- Invariant: only removes.
--@include _clock
--@include _find
local id = ARGV[3]
local found = find(id)
redis.call('HLEN', KEYS[2])
redis.call('HDEL', KEYS[7], id)
redis.call('HDEL', KEYS[5], id)
redis.call('ZREM', KEYS[6], id)
redis.call('ZREM', KEYS[4], id)
redis.call('ZREM', KEYS[3], id)
redis.call('HDEL', KEYS[2], id)
if found ~= 0 then
	saveClock()
end
return { flags, found }
