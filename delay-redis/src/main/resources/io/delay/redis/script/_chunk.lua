-- Fragment: chunk(list, at, step, room) returns the next ids whose records are read in one command: of every step-th
-- value of a list of ids, from the index at. A record can only be read as a whole, so a chunk has only records that fit
-- into the room, but at least one. The first few records, and all records after a large one, are measured first. Other
-- records are assumed to be no larger than the largest one so far and the last one of the chunk, because measuring each
-- small record would cost more than reading it. The caller sets largest to the size of the largest record that it read.
-- KEYS[2] jobs (HASH)
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
