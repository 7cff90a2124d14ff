-- Lists finished runs, newest first. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[14] runs (STREAM), see _runs
-- ARGV[3] the id whose runs are listed, '' for all runs, ARGV[4] the maximum number of runs, ARGV[5] the entry of the
--   stream at which the list begins
-- Returns {0, number of entries examined, the entry that follows them ('' if there is none), per run: entry, id, run,
--   record (nil if it is not kept)}. A call ends after 1000 entries, or after those in which 256 KB were read.
--@include _fence
local reply, limit, looked, room, largest, count = { 0, 0, '' }, tonumber(ARGV[4]), 0, 262144, 1, 1
local from = ARGV[5]
repeat
	local page = redis.call('XREVRANGE', KEYS[14], from, '-', 'COUNT', count)
	for _, entry in ipairs(page) do
		if looked == 1000 or room < 0 or #reply == 3 + 4 * limit then
			reply[2], reply[3] = looked, entry[1]
			return reply
		end
		local id, run, record = entry[2][2] or '', entry[2][4] or '', entry[2][6]
		local size = #id + #run + #(record or '')
		looked, room, largest, from = looked + 1, room - size, math.max(largest, size), '(' .. entry[1]
		if ARGV[3] == '' or ARGV[3] == id then
			local n = #reply
			reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = entry[1], id, run, record or false
		end
	end
	local isLast = #page < count
	count = math.max(1, math.min(2 * count, 20, math.floor(room / largest)))
until isLast
reply[2] = looked
return reply
