-- Fragment: the store's clock. Defines now and soon, in ms: the moment rounded down (what is due?) and up (what
-- is counted from here, so that nothing is early); armed, flags, priorities (whether the topic has ever used one),
-- paused, layout (see _fence), stepped, microsUntil(time) and saveClock().
-- KEYS[1] meta (HASH): the clock mark keeps time from running backwards by up to a minute after a failover. If time went
--   back by more, the mark is reset and stepped is set, from where _bound has leases left to look at; else nothing.
-- Flags: 1 a PUBLISH was refused, 2 time went back by more than a minute and the mark was set anew.
--@include _time
local flags, realMicros = 0, micros
local meta = redis.call('HMGET', KEYS[1], 'armed', 'clock', 'priorities', 'paused', 'layout', 'stepped')
local armed, mark = tonumber(meta[1] or ''), tonumber(meta[2] or '')
local priorities, paused, layout, stepped = meta[3], meta[4], meta[5], meta[6]
if mark and micros < mark * 1000 then
	if mark * 1000 - micros <= 60000000 then
		micros = mark * 1000
	else
		mark, armed, flags, stepped = nil, nil, 2, '0'
	end
end
local now, soon = math.floor(micros / 1000), math.ceil(micros / 1000)

-- How long until a time in ms, nothing if it is due. What is not due comes by the true clock, for the mark holds time
-- still until that has caught up.
local function microsUntil(time)
	return time <= now and 0 or time * 1000 - realMicros
end

local function saveClock()
	if flags >= 2 and stepped then
		redis.pcall('HSET', KEYS[1], 'clock', now, 'stepped', stepped)
	elseif not mark or now - mark >= 1000 then
		redis.pcall('HSET', KEYS[1], 'clock', now)
	end
end
