-- Part of reserve: reads the jobs of _ready and takes them, until the call is full. KEYS and ARGV as in reserve.
-- Defines turn.
--@include _chunk -- largest, chunk
local haveFailed, turn, at = redis.call('HLEN', KEYS[7]) > 0, nil, 1
while at < #jobs and fits() do
	local ids = chunk(jobs, at, 2, room)
	local texts = redis.call('HMGET', KEYS[2], unpack(ids))
	local counts = haveFailed and redis.call('HMGET', KEYS[7], unpack(ids))
	for i, id in ipairs(ids) do
		largest = math.max(largest, #(texts[i] or ''))
		local n = (at - 1) / 2 + i
		local visible, attempts, due, stalls = jobs[2 * n] + 0, 0, nil, nil
		if counts then
			attempts, due, stalls = attemptsOf(counts[i])
			room = room - #(counts[i] or '')
		end
		take(id, texts[i], attempts + 1, visible, due or visible, fromWaiting[jobLevels and jobLevels[n] or ''], stalls)
		turn = turns and not full and turns[n] or turn
	end
	at = at + 2 * #ids
end
