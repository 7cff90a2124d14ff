-- Part of reserve: when the caller must reserve again. Sets reply[3] to the microseconds until the next event (the time
-- of a job, the end of a lease, or the end of the wait for a failure handler, see _handling), 0 for at once and -1 for
-- none, and arms the event: a script that creates an earlier event must publish it. Isolated jobs that are ready and were
-- left are not an event. No job is handed over before permits are available again. If the lease that ends last began in
-- the future (see endOf of _terms), the clock was ahead and has been corrected by more than a minute: then the 100 leases
-- that end last are limited. Records the permits that were used. Needs taken, limit, drained, full, permits and _handling.
-- KEYS[1] meta (HASH): permits, see _permits, KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), and the sets of _levels
if (taken < limit or drained) and not full then
	local last = redis.call('ZRANGE', KEYS[4], '-1', '-1', 'WITHSCORES')
	if last[1] and last[2] - now > 60000 then
		last = redis.call('ZRANGE', KEYS[4], '-100', '-1', 'WITHSCORES')
		for i = #last - 1, 1, -2 do
			local score, held = tonumber(last[i + 1]), leaseOf(redis.call('HGET', KEYS[5], last[i]))
			local ends = held and endOf(held, score, now)
			if ends == score then
				break
			elseif ends then
				redis.pcall('ZADD', KEYS[4], 'XX', ends, last[i])
			end
		end
	end
	local event = tonumber(redis.call('ZRANGE', KEYS[4], '0', '0', 'WITHSCORES')[2] or math.huge)
	for _, level in ipairs(priorities and { '', 'h', 'l' } or { '' }) do
		event = math.min(event, tonumber(redis.call('ZRANGE', waiting[level], '0', '0', 'WITHSCORES')[2] or event))
	end
	if queues or isQueued then
		local after = string.format('(%d', now)
		local isolated = redis.call('ZRANGEBYSCORE', waiting['i'], after, '+inf', 'WITHSCORES', 'LIMIT', '0', '1')[2]
		local handled = redis.call('ZRANGE', waiting['f'], '0', '0', 'WITHSCORES')[2]
		local resumed = redis.call('HGET', KEYS[1], 'resumed') or '0'
		event = math.min(event, tonumber(isolated or event))
		local isEvent = handled and (handlerMax > 0 or handled + 0 > now)
		event = handled and math.min(event, isEvent and handled + 0 or math.max(handled, resumed) + ttr) or event
	end
	if event == math.huge then
		redis.pcall('HDEL', KEYS[1], 'armed')
		reply[3] = -1
	else
		if event ~= armed then
			redis.pcall('HSET', KEYS[1], 'armed', event)
		end
		reply[3] = microsUntil(event)
	end
end
if permits then
	local debt = math.ceil(permits.debt + taken * permits.interval)
	if taken > 0 then
		redis.pcall('HSET', KEYS[1], 'permits', string.format('%.0f', micros + debt))
	end
	if reply[3] >= 0 then
		reply[3] = math.max(reply[3], math.ceil(debt + permits.batch - permits.saved))
	end
end
