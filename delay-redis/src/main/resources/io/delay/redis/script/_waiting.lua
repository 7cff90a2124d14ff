-- Fragment: addWaiting(score, id, priority) adds a job to the set of its priority, see _levels; removeWaiting(id, kept)
-- removes it from all sets, except that of the priority kept, if given. All sets are checked first, because a job can
-- have a priority although meta has lost `priorities`.
--@include _priorities -- waiting, levels, usePriorities
redis.call('ZCARD', KEYS[8])
redis.call('ZCARD', KEYS[9])

local function addWaiting(score, id, priority)
	if (priority or '') ~= '' then
		usePriorities()
	end
	redis.call('ZADD', waiting[priority or ''], score, id)
end

local function removeWaiting(id, kept)
	for _, level in ipairs(levels) do
		if level ~= kept then
			redis.call('ZREM', waiting[level], id)
		end
	end
end
