-- Fragment: kick(id, score) makes a failed job wait again. Its attempts are counted from 1 again, and its last error
-- is kept. Its priority is read from its failures, because its record can be large.
-- KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
redis.call('HLEN', KEYS[2])

local function kick(id, score)
	local failures = redis.call('HGET', KEYS[7], id)
	redis.call('ZREM', KEYS[6], id)
	addWaiting(score, id, string.match(failures or '', '^%d+([hl])'))
	if failures then
		redis.call('HSET', KEYS[7], id, (string.gsub(failures, '^%d+[hl]?s?%d*;', '0;')))
	end
end
