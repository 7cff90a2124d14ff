-- Fragment: the counters of a partition, by minute for at least an hour, and by quarter of an hour for a day.
-- count(name, number) adds to a counter of the present minute: s submitted, h handed over, l their lateness in ms, d done,
-- f failed attempts, b buried, c cancelled. It must come after the other writes of a script. It never makes a script fail,
-- so a count is lost if the server refuses the write. The first count of a quarter of an hour adds up the minutes that are
-- too old. Needs micros.
-- KEYS[10] counters (HASH), KEYS[4] in scripts with fewer keys: minute since the epoch and name -> number; q, quarter of an
--   hour since the epoch and name -> number, without the minutes that are left; quarter -> when minutes were last added up
local counters, minute = KEYS[10] or KEYS[4], nil
local function count(name, number)
	if number == 0 then
		return
	end
	-- %d, because Lua takes several times as long to convert a number by itself
	minute = minute or string.format('%d', micros / 60000000)
	local quarter, text = math.floor(minute / 15), (number == 1) and '1' or string.format('%d', number)
	if redis.pcall('HINCRBY', counters, minute .. name, text) ~= number then
		return
	end
	-- So long that Redis stores the fields as a table, and not as a list, in which it would search for each count
	local present = string.format('%065d', quarter)
	if redis.pcall('HGET', counters, 'quarter') == present then
		return
	end
	redis.pcall('HSET', counters, 'quarter', present)
	redis.pcall('PEXPIRE', counters, 90000000)
	for _, field in ipairs(redis.pcall('HKEYS', counters)) do
		local added, at, counter = string.match(field, '^(q?)(%d+)(%l)$')
		at = at and (added == 'q' and at + 0 or math.floor(at / 15)) or quarter
		local isGone = math.abs(at - quarter) > 95
		if not isGone and added == '' and at < quarter - 4 then
			redis.pcall('HINCRBY', counters, 'q' .. at .. counter, redis.pcall('HGET', counters, field))
			isGone = true
		end
		if isGone then
			redis.pcall('HDEL', counters, field)
		end
	end
end
