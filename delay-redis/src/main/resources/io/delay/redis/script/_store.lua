-- Part of _finish: store(limits) stores the gathered runs and removes the oldest ones. Keys are read first, because a key
-- of the wrong type must make it fail before any run is stored. KEYS as in _finish.
--@include _trim -- trim
local function store(limits)
	local most, age, payloads = string.match(limits, '^(%d+);(%d*);([01])$')
	local ids, numbered, latest, records = {}, {}, {}, {}
	for i, run in ipairs(runs) do
		ids[i] = run.id
	end
	local previous, count = redis.call('HMGET', KEYS[13], unpack(ids)), redis.call('HLEN', KEYS[12])
	redis.call('HLEN', KEYS[14])
	local last = tonumber(redis.call('HGET', KEYS[12], 'last') or 0) + #runs
	local first = last - #runs - math.max(0, count - 1) + 1
	for i, run in ipairs(runs) do
		local number, before = string.format('%.0f', last - #runs + i), tonumber(previous[i] or '') or 0
		local n = 2 * i - 1
		numbered[n], numbered[n + 1] = number, run.first .. (before >= first and previous[i] or '') .. run.rest
		latest[n], latest[n + 1], records[n], records[n + 1] = run.id, number, number, run.record or ''
	end
	redis.call('HSET', KEYS[12], 'last', string.format('%.0f', last), unpack(numbered))
	redis.call('HSET', KEYS[13], unpack(latest))
	if payloads == '1' then
		redis.call('HSET', KEYS[14], unpack(records))
	end
	trim(first, last, tonumber(most), tonumber(age), #runs + 200)
end
