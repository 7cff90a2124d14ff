-- Part of reserve: reads the jobs of _ready and takes them, until the call is full. KEYS and ARGV as in reserve.
-- Defines turn. A record can only be read as a whole, so each chunk has only records that fit. The first few records,
-- and all records after a large one, are measured first. Other records are assumed to be no larger than the largest one
-- so far and the last one of the chunk, because measuring each small record would cost more than reading it.
local haveFailed, turn, at, most = redis.call('HLEN', KEYS[7]) > 0, nil, 1, 4
local largest, large = 0, tonumber(ARGV[7]) / 64
local function length(index)
	local bytes = redis.call('HSTRLEN', KEYS[2], jobs[index])
	largest = math.max(largest, bytes)
	return bytes
end
while at < #jobs and fits() do
	local ids, bytes = {}, 0
	local last = math.min(at + 2 * most - 2, #jobs - 1)
	local measured = at == 1 or largest > large or length(last) > large
	for index = at, last, 2 do
		bytes = bytes + (measured and length(index) or largest)
		if index > at and bytes > room then
			break
		end
		ids[#ids + 1] = jobs[index]
	end
	local texts = redis.call('HMGET', KEYS[2], unpack(ids))
	local counts = haveFailed and redis.call('HMGET', KEYS[7], unpack(ids))
	for i, id in ipairs(ids) do
		largest = math.max(largest, #(texts[i] or ''))
		local n = (at - 1) / 2 + i
		local visible, attempts, due, stalls = timeOf(tonumber(jobs[2 * n])), 0, nil, nil
		if counts then
			attempts, due, stalls = attemptsOf(counts[i])
			room = room - #(counts[i] or '')
		end
		take(id, texts[i], attempts + 1, visible, due or visible, fromWaiting[jobLevels and jobLevels[n] or ''], stalls)
		turn = turns and not full and turns[n] or turn
	end
	at, most = at + 2 * #ids, math.min(4 * most, 48)
end
