-- Fragment: what a worker that took all there is does next. sleep() returns the microseconds until the next event,
-- a job's time or the end of a lease, and arms it: whoever makes an earlier one must announce it. -1 for none.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET)
local function sleep()
	local event = math.huge
	local function look(first)
		event = math.min(event, tonumber(first[2] or event))
	end
	look(redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES'))
	look(redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES'))
	if priorities then
		look(redis.call('ZRANGE', KEYS[8], 0, 0, 'WITHSCORES'))
		look(redis.call('ZRANGE', KEYS[9], 0, 0, 'WITHSCORES'))
	end
	if event == math.huge then
		redis.pcall('HDEL', KEYS[1], 'armed')
		return -1
	end
	if event ~= armed then
		redis.pcall('HSET', KEYS[1], 'armed', event)
	end
	return microsUntil(event)
end
