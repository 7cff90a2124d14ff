-- Fragment: addWaiting(due, id, priority) and removeWaiting(id), in whichever of the sets of _levels.
--@include _priorities
local function addWaiting(due, id, priority)
	if (priority or '') ~= '' then
		usePriorities()
	end
	redis.call('ZADD', waiting[priority or ''], due, id)
end

local function removeWaiting(id)
	for _, level in ipairs(levels) do
		redis.call('ZREM', waiting[level], id)
	end
end
