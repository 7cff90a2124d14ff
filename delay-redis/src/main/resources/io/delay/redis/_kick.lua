-- Fragment: kick(id, due) puts a failed job back to waiting. Its attempts start again, its last error is kept.
-- Its record can be large and is read for its priority alone, so only where the topic has any.
-- KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
redis.call('HLEN', KEYS[2])

local function kick(id, due)
	local _, priority
	if priorities then
		_, _, _, priority = record(redis.call('HGET', KEYS[2], id))
	end
	local failures = redis.call('HGET', KEYS[7], id)
	redis.call('ZREM', KEYS[6], id)
	addWaiting(due, id, priority)
	if failures then
		redis.call('HSET', KEYS[7], id, (string.gsub(failures, '^%d+;', '0;')))
	end
end
