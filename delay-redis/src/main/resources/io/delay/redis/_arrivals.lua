-- Fragment: jobs that begin to wait, gathered so that many cost one call: dueOf(text), arrive(priority, score, id) and
-- storeArrivals(), without which they are in jobs alone.
-- KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
local arrivals, dueText, due, score = {}, nil, nil, nil

-- When a job is due, as a number and as a score. Jobs that share a call often share that, too.
local function dueOf(text)
	if text ~= dueText then
		dueText, due = text, dueTime(text)
		score = string.format('%.0f', due)
	end
	return due, score
end

local function arrive(priority, score, id)
	local level = arrivals[priority] or {}
	local n = #level
	arrivals[priority], level[n + 1], level[n + 2] = level, score, id
end

local function storeArrivals()
	if arrivals[''] then
		redis.call('ZADD', KEYS[3], unpack(arrivals['']))
	end
	if arrivals.h then
		redis.call('ZADD', KEYS[8], unpack(arrivals.h))
	end
	if arrivals.l then
		redis.call('ZADD', KEYS[9], unpack(arrivals.l))
	end
	arrivals = {}
end
