-- Fragment: where a job is. find(id) returns its state (0 nowhere, 1 DELAYED, 2 READY, 3 RESERVED, 4 FAILED) and
-- its time in ms: due time, end of the lease, or time of burial.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET)
local function find(id)
	local score = tonumber(redis.call('ZSCORE', KEYS[3], id) or '')
	if score then
		return (score <= now) and 2 or 1, score
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
