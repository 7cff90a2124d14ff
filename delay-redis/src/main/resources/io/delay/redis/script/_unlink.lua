-- Fragment: unlinkRuns() deletes the history of a partition. UNLINK frees the memory in the background, but the user in
-- Redis may have been set up for an earlier version, without the permission for UNLINK. Then the keys expire at once.
-- KEYS[12] runs (HASH), KEYS[13] run-ids (HASH), KEYS[14] run-records (HASH)
local function unlinkRuns()
	for key = 12, 14 do
		local reply = redis.pcall('UNLINK', KEYS[key])
		if type(reply) == 'table' then
			redis.call('PEXPIRE', KEYS[key], 0)
		end
	end
end
