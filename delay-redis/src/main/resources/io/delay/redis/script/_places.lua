-- Fragment: places(id) returns in how many states a job is, checkNumbers(report) reports keys of inconsistent sizes.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET),
--   KEYS[12] handling (ZSET)
local sets = { 3, 4, 6, 8, 9, 11, 12 }

-- Returns the number of states, and the number of the key of the first one.
local function places(id)
	local count, first = 0, nil
	for _, key in ipairs(sets) do
		if redis.call('ZSCORE', KEYS[key], id) then
			count, first = count + 1, first or key
		end
	end
	return count, first
end

local function numbers()
	local placed = 0
	for _, key in ipairs(sets) do
		placed = placed + redis.call('ZCARD', KEYS[key])
	end
	return redis.call('HLEN', KEYS[2]), placed
end

local function checkNumbers(report)
	local jobs, placed = numbers()
	local leases, reserved = redis.call('HLEN', KEYS[5]), redis.call('ZCARD', KEYS[4])
	if jobs ~= placed then
		report('', jobs .. ' jobs, but ' .. placed .. ' in all states together')
	end
	if leases ~= reserved then
		report('', leases .. ' leases, but ' .. reserved .. ' reserved jobs')
	end
	local fields = { priorities = redis.call('ZCARD', KEYS[8]) + redis.call('ZCARD', KEYS[9]),
		queues = redis.call('ZCARD', KEYS[11]) + redis.call('ZCARD', KEYS[12]) }
	for field, lost in pairs(fields) do
		if lost > 0 and redis.call('HGET', KEYS[1], field) ~= '1' then
			report('', lost .. ' jobs are not delivered, because meta has lost its field ' .. field)
		end
	end
end
