-- Part of purge-at-once: unlinks the keys, and writes the jobs that remain before and after. The first time changes
-- nothing, but shows whether Redis refuses a command, for instance because it is out of memory. Then the script ends
-- before anything is deleted. Needs kept and sets.
-- KEYS as in purge-at-once
local function fields(values)
	local entries = {}
	for i, value in ipairs(values) do
		if value then
			entries[#entries + 1], entries[#entries + 2] = kept[i], value
		end
	end
	return entries
end
local records = kept[1] and fields(redis.call('HMGET', KEYS[2], unpack(kept))) or {}
local failures = kept[1] and fields(redis.call('HMGET', KEYS[7], unpack(kept))) or {}

-- Returns whether Redis has accepted all commands
local function write()
	local replies = {}
	replies[1] = records[1] and redis.pcall('HSET', KEYS[2], unpack(records))
	replies[2] = failures[1] and redis.pcall('HSET', KEYS[7], unpack(failures))
	for key, entries in pairs(sets) do
		replies[key] = entries[1] and redis.pcall('ZADD', KEYS[key], unpack(entries))
	end
	for _, reply in pairs(replies) do
		if type(reply) == 'table' then
			return false
		end
	end
	return true
end
local unlinked = {}
for key in pairs(sets) do
	unlinked[#unlinked + 1] = KEYS[key]
end
if sets[4] then
	unlinked[#unlinked + 1] = KEYS[5]
end
if not write() or type(redis.pcall('UNLINK', KEYS[2], KEYS[7], unpack(unlinked))) == 'table' then
	return { flags, 0 }
end
write()
