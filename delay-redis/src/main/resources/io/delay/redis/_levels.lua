-- Fragment: where jobs wait, one sorted set per priority: '' normal, 'h' high, 'l' low. A topic that has never used
-- high or low is marked by no `priorities` in meta and has the first set alone. A key of another type fails the script
-- here, before anything moves. usePriorities() is to be called before the first job of another priority moves.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
redis.call('ZCARD', KEYS[3])
if priorities then
	redis.call('ZCARD', KEYS[8])
	redis.call('ZCARD', KEYS[9])
end

local function usePriorities()
	if not priorities then
		redis.call('ZCARD', KEYS[8])
		redis.call('ZCARD', KEYS[9])
		redis.call('HSET', KEYS[1], 'priorities', 1)
		priorities = '1'
	end
end
