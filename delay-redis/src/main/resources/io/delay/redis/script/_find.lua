-- Fragment: the state of a job. find(id) returns its state (0 none, 1 DELAYED, 2 READY, 3 RESERVED, 4 FAILED), its time
-- in ms (due time, end of the lease, or time of burial) and, if it waits, its priority.
-- KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), and the sets of _levels
--@include _levels -- waiting, levels
local function find(id)
	for _, level in ipairs(levels) do
		local score = tonumber(redis.call('ZSCORE', waiting[level], id) or '')
		if score then
			return (score <= now) and 2 or 1, score, level
		end
	end
	local score = tonumber(redis.call('ZSCORE', KEYS[4], id) or '')
	if score then
		return 3, score
	end
	score = tonumber(redis.call('ZSCORE', KEYS[6], id) or '')
	if score then
		return 4, score
	end
	return 0, 0
end
