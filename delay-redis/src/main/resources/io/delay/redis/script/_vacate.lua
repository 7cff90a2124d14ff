-- Fragment: vacate(ids) does the same as delete(ids) of _delete, for scripts that delete many jobs. Redis frees the table
-- of a key together with the last entry: 16 MB for a million entries, which blocks it for milliseconds. UNLINK frees in the
-- background, but only a key of more than 64 entries. So a key of more than 1 MB that may become empty first gets 65
-- entries with names that no job can have, and is unlinked if nothing else is left. If Redis refuses one of these commands,
-- the key is emptied as by delete. Needs _clock.
-- KEYS as in _delete
--@include _delete -- delete
local pads, names = { '0' }, {}
for i = 1, 65 do
	names[i] = '\n' .. i
	pads[2 * i], pads[2 * i + 1] = names[i], '0'
end

local function vacate(ids)
	local hashes, sets, padded = { 2, 7 }, priorities and { 3, 6, 8, 9 } or { 3, 6 }, {}
	local function isLarge(key, length)
		local bytes = length > 0 and length <= #ids and redis.pcall('MEMORY', 'USAGE', KEYS[key])
		return type(bytes) == 'number' and bytes > 1048576
	end
	for _, key in ipairs(hashes) do
		padded[key] = isLarge(key, redis.call('HLEN', KEYS[key])) and redis.pcall('HSET', KEYS[key], unpack(pads, 2)) == 65
	end
	for _, key in ipairs(sets) do
		padded[key] = isLarge(key, redis.call('ZCARD', KEYS[key]))
			and redis.pcall('ZADD', KEYS[key], unpack(pads, 1, 130)) == 65
	end
	delete(ids)
	for _, key in ipairs(hashes) do
		if padded[key] and (redis.call('HLEN', KEYS[key]) > 65 or redis.pcall('UNLINK', KEYS[key]) ~= 1) then
			redis.call('HDEL', KEYS[key], unpack(names))
		end
	end
	for _, key in ipairs(sets) do
		if padded[key] and (redis.call('ZCARD', KEYS[key]) > 65 or redis.pcall('UNLINK', KEYS[key]) ~= 1) then
			redis.call('ZREM', KEYS[key], unpack(names))
		end
	end
end
