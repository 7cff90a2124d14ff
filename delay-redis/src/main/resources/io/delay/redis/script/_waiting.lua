-- Fragment: addWaiting(score, id, priority) adds a job to the set of its priority, see _levels; removeWaiting(id, kept)
-- removes it from all sets, except that of the priority kept, if given. All sets are checked first, because a job can
-- have a priority although meta has lost `priorities`.
--@include _priorities -- waiting, levels, useLevel
for _, key in ipairs({ 8, 9, 11, 12 }) do
	redis.call('ZCARD', KEYS[key])
end

local function addWaiting(score, id, priority)
	useLevel(priority or '')
	redis.call('ZADD', waiting[priority or ''], score, id)
end

local function removeWaiting(id, kept)
	for _, level in ipairs(levels) do
		if level ~= kept then
			redis.call('ZREM', waiting[level], id)
		end
	end
end
