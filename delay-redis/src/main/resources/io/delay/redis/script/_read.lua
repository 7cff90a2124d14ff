-- Part of reserve: reads the jobs of _ready and takes them, until the call is full. KEYS and ARGV as in reserve.
-- Defines turn.
-- Chunk(list, at, step, room) returns the next ids whose records are read in one command: of every step-th
-- value of a list of ids, from the index at. A record can only be read as a whole, so a chunk has only records that fit
-- into the room, but at least one. The first few records, and all records after a large one, are measured first. Other
-- records are assumed to be no larger than the largest one so far and the last one of the chunk, because measuring each
-- small record would cost more than reading it.
local largest, most = 0, 4
local function chunk(list, at, step, room)
	local ids, bytes, last = { list[at] }, 0, math.min(at + step * (most - 1), #list + 1 - step)
	local function length(index)
		local size = redis.call('HSTRLEN', KEYS[2], list[index])
		largest = math.max(largest, size)
		return size
	end
	-- A 64th of the size of a call is large
	local measured = last > at and (most == 4 or largest > 4096 or length(last) > 4096)
	bytes = measured and length(at) or largest
	for index = at + step, last, step do
		bytes = bytes + (measured and length(index) or largest)
		if bytes > room then
			break
		end
		ids[#ids + 1] = list[index]
	end
	most = math.min(4 * most, 48)
	return ids
end

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
