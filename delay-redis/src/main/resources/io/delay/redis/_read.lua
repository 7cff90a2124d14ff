-- Part of reserve: reads the jobs of _ready and takes them, until the call is full. KEYS and ARGV as there. Leaves turn.
-- A chunk has as many records as are likely to fit, by the mean of those before it and by the size of its first one,
-- because records are read whole.
local haveFailed, turn, at, most = redis.call('HLEN', KEYS[7]) > 0, nil, 1, 4
while at < #jobs and fits() do
	local mean = (taken > 0) and (tonumber(ARGV[7]) - room) / taken or 1
	local size = math.max(1, mean, redis.call('HSTRLEN', KEYS[2], jobs[at]))
	local count = math.max(1, math.min(most, math.floor(room / size), (#jobs - at + 1) / 2))
	local ids = {}
	for i = 1, count do
		ids[i] = jobs[at + 2 * i - 2]
	end
	local texts = redis.call('HMGET', KEYS[2], unpack(ids))
	local counts = haveFailed and redis.call('HMGET', KEYS[7], unpack(ids))
	for i, id in ipairs(ids) do
		local n = (at - 1) / 2 + i
		local visible, attempts, due = tonumber(jobs[2 * n]), 0, nil
		if counts then
			attempts, due = attemptsOf(counts[i])
		end
		take(id, texts[i], attempts + 1, visible, due or visible, fromWaiting[jobLevels and jobLevels[n] or ''])
		turn = turns and not full and turns[n] or turn
	end
	at, most = at + 2 * count, math.min(4 * most, 32)
end
