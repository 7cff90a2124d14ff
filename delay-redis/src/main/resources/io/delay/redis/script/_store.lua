-- Part of _runs: store(limits) stores the gathered runs and removes the oldest ones. Keys are read first, because a key
-- of the wrong type must make it fail before any run is stored; the records are stored first for the same reason.
-- Numbers are formatted by %d, because Redis takes several times as long to convert a number by itself. KEYS as in _runs
local function store(limits)
	local most, age, payloads = string.match(limits, '^(%d+);(%d*);([01])$')
	local key, count = #KEYS, #runIds
	local previous, length = redis.call('HMGET', KEYS[key - 1], unpack(runIds)), redis.call('HLEN', KEYS[key - 2])
	local last = (redis.call('HGET', KEYS[key - 2], 'last') or 0) + count
	local first = last - count - math.max(0, length - 1) + 1
	local numbered, latest, kept = { 'last', string.format('%d', last) }, {}, (payloads == '1') and {} or nil
	for i, id in ipairs(runIds) do
		local number, before, n = string.format('%d', last - count + i), previous[i] or '', 2 * i
		if before ~= '' and (tonumber(before) or 0) < first then
			before = ''
		end
		numbered[n + 1], numbered[n + 2] = number, heads[i] .. before .. ';' .. hosts[i] .. ';' .. id
		latest[n - 1], latest[n] = id, number
		if kept then
			kept[n - 1], kept[n] = number, records[i]
		end
	end
	if kept then
		redis.call('HSET', KEYS[key], unpack(kept))
	end
	redis.call('HSET', KEYS[key - 2], unpack(numbered))
	redis.call('HSET', KEYS[key - 1], unpack(latest))
	-- Of runs without a maximum age, those at the end need not be read until there are too many
	if age ~= '' or last - first >= most + 0 then
--@include _trim
	end
end
