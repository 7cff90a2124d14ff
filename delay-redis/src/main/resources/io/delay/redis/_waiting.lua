-- Fragment: where jobs wait, one sorted set per priority: '' normal, 'h' high, 'l' low. A topic that has never used
-- high or low is marked by no `priorities` in meta and has the first set alone.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)

-- A key of another type fails the script here, before anything moves.
local function checkWaiting()
	redis.call('ZCARD', KEYS[3])
	if priorities then
		redis.call('ZCARD', KEYS[8])
		redis.call('ZCARD', KEYS[9])
	end
end

local function usePriorities()
	if not priorities then
		redis.call('ZCARD', KEYS[8])
		redis.call('ZCARD', KEYS[9])
		redis.call('HSET', KEYS[1], 'priorities', 1)
		priorities = '1'
	end
end

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
