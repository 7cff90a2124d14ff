-- Fragment: addWaiting(due, id, priority) and removeWaiting(id), in whichever of the sets of _levels.
-- KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
--@include _levels
local function addWaiting(due, id, priority)
	if priority == 'h' then
		usePriorities()
		redis.call('ZADD', KEYS[8], due, id)
	elseif priority == 'l' then
		usePriorities()
		redis.call('ZADD', KEYS[9], due, id)
	else
		redis.call('ZADD', KEYS[3], due, id)
	end
end

local function removeWaiting(id)
	redis.call('ZREM', KEYS[3], id)
	if priorities then
		redis.call('ZREM', KEYS[8], id)
		redis.call('ZREM', KEYS[9], id)
	end
end
