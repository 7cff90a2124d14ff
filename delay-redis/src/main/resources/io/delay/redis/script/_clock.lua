-- Fragment: the store's clock, max(TIME, mark). Defines micros, what TIME returns, in microseconds; now and soon, in ms:
-- the present time rounded down (to decide what has passed) and up (to start delays, so that no job is early); behind,
-- whether TIME is behind the mark, so that now stands still; microsUntil(time), 0 if it has passed; armed, flags,
-- priorities and queues (see _levels), paused, layout (see _fence), ahead (until when, in ms, jobs can be
-- held ahead, see _ahead), and saveClock(always).
-- KEYS[1] meta (HASH): the clock mark is the latest time that was read, written at most once a second. If TIME is behind
--   the mark by up to a minute, as after a failover, ready jobs stay ready, and new delays are late by the lag until the
--   clock has caught up. If it is behind by more, the mark is reset.
-- Flags: 1 a PUBLISH was refused, 2 the clock went back by more than a minute and the mark was reset.
--@include _time -- micros
local flags = 0
local meta = redis.call('HMGET', KEYS[1], 'armed', 'clock', 'priorities', 'paused', 'layout', 'ahead', 'queues')
local armed, mark = tonumber(meta[1] or ''), tonumber(meta[2] or '')
local priorities, paused, layout, ahead, queues = meta[3], meta[4], meta[5], tonumber(meta[6] or ''), meta[7]
if mark and mark * 1000 - micros > 60000000 then
	mark, armed, flags = nil, nil, 2
end
local now, soon = math.floor(micros / 1000), math.ceil(micros / 1000)
local behind = mark and now < mark
if behind then
	now, soon = mark, mark
	armed = (armed and armed > mark) and armed or nil -- pollers that slept until then have checked
end

local function microsUntil(time)
	return (time <= now) and 0 or time * 1000 - micros
end

-- Writes the mark, at most once a second unless 'always' is set or the mark was reset. Only a reset sets the mark back.
local function saveClock(always)
	if always or not mark or now - mark >= 1000 then
		redis.pcall('HSET', KEYS[1], 'clock', now)
	end
end
