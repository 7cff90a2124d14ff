-- Fragment: in how many states a job is, and the numbers of what is kept; both must add up.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
local function places(id)
	local count = 0
	for _, key in ipairs({ 3, 4, 6, 8, 9 }) do
		count = count + (redis.call('ZSCORE', KEYS[key], id) and 1 or 0)
	end
	return count
end

local function checkNumbers(report)
	local jobs, leases = redis.call('HLEN', KEYS[2]), redis.call('HLEN', KEYS[5])
	local prioritized = redis.call('ZCARD', KEYS[8]) + redis.call('ZCARD', KEYS[9])
	local reserved = redis.call('ZCARD', KEYS[4])
	local placed = redis.call('ZCARD', KEYS[3]) + prioritized + reserved + redis.call('ZCARD', KEYS[6])
	if jobs ~= placed then
		report('', jobs .. ' jobs, but ' .. placed .. ' in their states')
	end
	if leases ~= reserved then
		report('', leases .. ' leases, but ' .. reserved .. ' reserved jobs')
	end
	if prioritized > 0 and redis.call('HGET', KEYS[1], 'priorities') ~= '1' then
		report('', prioritized .. ' jobs with a priority that nobody looks for: meta has lost its field priorities')
	end
end
