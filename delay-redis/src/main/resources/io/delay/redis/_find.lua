-- Fragment: where a job is. find(id) returns its state (0 nowhere, 1 DELAYED, 2 READY, 3 RESERVED, 4 FAILED), its
-- time in ms (due time, end of the lease, or time of burial) and, if it waits, its priority.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET)
local function find(id)
	local score, priority = tonumber(redis.call('ZSCORE', KEYS[3], id) or ''), ''
	if not score and priorities then
		score, priority = tonumber(redis.call('ZSCORE', KEYS[8], id) or ''), 'h'
		if not score then
			score, priority = tonumber(redis.call('ZSCORE', KEYS[9], id) or ''), 'l'
		end
	end
	if score then
		return (score <= now) and 2 or 1, score, priority
	end
	score = tonumber(redis.call('ZSCORE', KEYS[4], id) or '')
	if score then
		return 3, score
	end
	score = tonumber(redis.call('ZSCORE', KEYS[6], id) or '')
	if score then
		return 4, score
	end
	return 0, 0
end
