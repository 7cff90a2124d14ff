-- Part of _bound: limits the delays of retries and releases that began while the clock was ahead. The text in failures
-- has the time of the failure or release. While that time is in the future, the delay is at most the score minus that
-- time, and the job waits for that delay from now on. Jobs whose score was set later are left out: kicked jobs have an
-- error but no failed attempt, and the score of rescheduled jobs is their due time. For every job, the time is set to
-- now before the score is changed, so that no delay is shortened twice. The delay is at least 1 ms, because this call
-- has already handed out all jobs that it could. Each call handles one page of failures. KEYS as in reserve. Needs
-- stepped and earliest.
local page = redis.pcall('HSCAN', KEYS[7], string.sub(stepped, 2), 'COUNT', 50)
local noted = page[2] or {}
for i = 1, #noted, 2 do
	local attempts, due, time, rest = string.match(noted[i + 1], '^(%d+[hl]?s?%d*);(%d+);(%d+)(.*)$')
	local text = time and tonumber(time) > now and string.format('%s;%s;%.0f%s', attempts, due, now, rest)
	local isRetry = text and (rest == '' or not string.find(attempts, '^0'))
	if text and type(redis.pcall('HSET', KEYS[7], noted[i], text)) == 'number' and isRetry then
		for _, level in ipairs(levels) do
			local score = redis.pcall('ZSCORE', waiting[level], noted[i])
			local waits = type(score) == 'string' and timeOf(tonumber(score))
			if waits and waits ~= tonumber(due) and waits >= tonumber(time) then
				local latest = scoreOf(soon + math.max(1, waits - time))
				if redis.pcall('ZADD', waiting[level], 'XX', 'LT', 'CH', latest, noted[i]) == 1 then
					earliest = math.min(earliest or latest, latest)
				end
			end
		end
	end
end
stepped = (page[1] and page[1] ~= '0') and 'f' .. page[1] or nil
