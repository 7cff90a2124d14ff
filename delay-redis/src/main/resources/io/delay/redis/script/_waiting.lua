-- Fragment: addWaiting(score, id, priority) adds a job to the set of its priority, see _levels; removeWaiting(id)
-- removes it from any of these sets. All sets are checked first, because a job can have a priority although meta has
-- lost `priorities`.
--@include _priorities -- waiting, levels, usePriorities
redis.call('ZCARD', KEYS[8])
redis.call('ZCARD', KEYS[9])

local function addWaiting(score, id, priority)
	if (priority or '') ~= '' then
		usePriorities()
	end
	redis.call('ZADD', waiting[priority or ''], score, id)
end

local function removeWaiting(id)
	for _, level in ipairs(levels) do
		redis.call('ZREM', waiting[level], id)
	end
end
