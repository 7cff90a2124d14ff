-- Fragment: vacate(ids) does the same as delete(ids) of _delete, for scripts that delete many jobs. Redis frees the
-- table of a key together with the last entry: 16 MB for a million entries, which blocks it for milliseconds. UNLINK
-- frees in the background, but only a key of more than 64 entries. So a key whose entries are all to be deleted gets 65
-- more, with names that no job can have, and is unlinked. None of its entries is deleted before, because they may be
-- moving to a smaller table, and Redis frees the larger one with its last entry, too. If Redis refuses HSET, ZADD or
-- UNLINK, the key is emptied as by delete. Needs _clock.
-- KEYS as in _delete
--@include _delete -- delete
local pads, names = { '0' }, {}
for i = 1, 65 do
	names[i] = '\n' .. i
	pads[2 * i], pads[2 * i + 1] = names[i], '0'
end

-- Returns whether the count entries of a key all have one of the ids. An id that is repeated counts once.
local function consistsOf(ids, count, contains)
	if count == 0 or count > #ids then
		return false
	end
	local seen = {}
	for _, id in ipairs(ids) do
		if not seen[id] and contains(id) then
			seen[id], count = true, count - 1
		end
	end
	return count == 0
end

local function vacate(ids)
	local hashes, sets = {}, {}
	delete({})
	for _, key in ipairs({ 2, 7 }) do
		hashes[#hashes + 1] = consistsOf(ids, redis.call('HLEN', KEYS[key]), function(id)
			return redis.call('HEXISTS', KEYS[key], id) == 1
		end) and key or nil
	end
	for _, key in ipairs({ 3, 6, 8, 9, 11, 12 }) do
		sets[#sets + 1] = consistsOf(ids, redis.call('ZCARD', KEYS[key]), function(id)
			return redis.call('ZSCORE', KEYS[key], id)
		end) and key or nil
	end
	for _, key in ipairs(hashes) do
		if redis.pcall('HSET', KEYS[key], unpack(pads, 2)) == 65 and redis.pcall('UNLINK', KEYS[key]) ~= 1 then
			redis.call('HDEL', KEYS[key], unpack(names))
		end
	end
	for _, key in ipairs(sets) do
		if redis.pcall('ZADD', KEYS[key], unpack(pads, 1, 130)) == 65 and redis.pcall('UNLINK', KEYS[key]) ~= 1 then
			redis.call('ZREM', KEYS[key], unpack(names))
		end
	end
	delete(ids)
end
