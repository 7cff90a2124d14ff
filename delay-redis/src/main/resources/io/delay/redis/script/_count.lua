-- Fragment: the counters of a partition by minute and by quarter of an hour. count(name, number) adds to a counter of
-- the present minute: s submitted, h handed over, l their lateness in ms, d done, f failed attempts, b buried,
-- c cancelled. It must come after the other writes of a script. It never makes a script fail, so a count is lost if the
-- server refuses the write. Needs micros.
-- KEYS[10] counters (HASH), KEYS[4] in scripts with fewer keys: minute since the epoch and name -> number; past, see
--   _past
local counters, present = KEYS[10] or KEYS[4], nil
local function count(name, number)
	if number == 0 then
		return
	end
	-- %d, because Lua takes several times as long to convert a number by itself
	present = present or string.format('%d', micros / 60000000)
	local text = (number == 1) and '1' or string.format('%d', number)
	if redis.pcall('HINCRBY', counters, present .. name, text) == number then
--@include _past
	end
end
