-- Fragment: what a worker that took all there is does next. sleep() returns the microseconds until the next event,
-- a job's time or the end of a lease, and arms it: whoever makes an earlier one must announce it. -1 for none.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET)
local function sleep()
	local head = redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES')[2]
	local deadline = redis.call('ZRANGE', KEYS[4], 0, 0, 'WITHSCORES')[2]
	if not head and not deadline then
		redis.pcall('HDEL', KEYS[1], 'armed')
		return -1
	end
	local event = math.min(tonumber(head or deadline), tonumber(deadline or head))
	if event ~= armed then
		redis.pcall('HSET', KEYS[1], 'armed', event)
	end
	return microsUntil(event)
end
