-- Part of _count: the first count of a minute moves the counters of earlier minutes to the field past. If the clock
-- went back, the counters of later minutes stay where they are until their time has come.
-- Text of past: 60 slots for minutes, then 96 slots for quarters of an hour. A slot has the number of its minute or
-- quarter since the epoch, then the numbers in the order of names as unsigned integers of 4 bytes, and the lateness in
-- ms as a double of 8 bytes, all big-endian. A slot in the future was written with a clock that was ahead.
-- Needs counters and micros.
local minute = math.floor(micros / 60000000)
local format, names, size, past = '>I4I4I4I4I4I4I4d', { 's', 'h', 'd', 'f', 'b', 'c', 'l' }, 36, ''
local all, groups, moved = redis.pcall('HGETALL', counters), {}, {}
for i = 1, #all, 2 do
	local at, counter = string.match(all[i], '^(%d+)(%l)$')
	if all[i] == 'past' then
		past = all[i + 1]
	elseif at and tonumber(at) < minute then
		groups[at] = groups[at] or {}
		groups[at][counter], moved[#moved + 1] = tonumber(all[i + 1]), all[i]
	end
end
past = (#past == 156 * size) and past or string.rep('\0', 156 * size)

local function add(group, stamp, first, slots, present)
	local from = (first + stamp % slots) * size
	local values = { struct.unpack(format, past, from + 1) }
	if values[1] <= stamp or values[1] > present then
		local isSame = values[1] == stamp
		values[1], values[9] = stamp, nil
		for i, counter in ipairs(names) do
			local sum = (isSame and values[i + 1] or 0) + (group[counter] or 0)
			values[i + 1] = (i < 7) and math.min(sum, 4294967295) or sum
		end
		past = string.sub(past, 1, from) .. struct.pack(format, unpack(values)) .. string.sub(past, from + size + 1)
	end
end

if #moved > 0 then
	for at, group in pairs(groups) do
		add(group, tonumber(at), 0, 60, minute)
		add(group, math.floor(at / 15), 60, 96, math.floor(minute / 15))
	end
	redis.pcall('HDEL', counters, unpack(moved))
	redis.pcall('HSET', counters, 'past', past)
end
