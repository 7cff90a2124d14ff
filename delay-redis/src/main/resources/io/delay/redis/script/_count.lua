-- Fragment: the counters of a partition by minute and by quarter of an hour. count(name, number) adds to a counter of
-- the present minute: s submitted, h handed over, l their lateness in ms, d done, f failed attempts, b buried,
-- c cancelled. It must come after the other writes of a script. It never makes a script fail, so a count is lost if the
-- server refuses the write. Needs micros.
-- KEYS[10] counters (HASH), KEYS[4] in submit-new: minute since the epoch and name -> number; past, see _past
local counters = KEYS[10] or KEYS[4]
local function count(name, number)
	-- %d, because Lua takes several times as long to convert a number by itself
	local text = (number == 1) and '1' or string.format('%d', number)
	local sum = number > 0 and redis.pcall('HINCRBY', counters, string.format('%d', micros / 60000000) .. name, text)
	if sum == number then
--@include _past
	end
end
