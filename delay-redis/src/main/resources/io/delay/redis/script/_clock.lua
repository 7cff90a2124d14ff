-- Fragment: the store's clock. Defines now and soon, in ms: the present time rounded down (to decide what has passed)
-- and up (to start delays, so that no job is early); reached, scoreOf, timeOf and microsUntil, see _scores; armed,
-- flags, priorities (whether the topic has ever used any), paused, layout (see _fence), stepped, ahead (until when, in
-- ms, jobs can be held ahead, see _ahead), and saveClock(always).
-- KEYS[1] meta (HASH): the clock mark is the latest time that was read, written at most once a second. If the clock is
--   behind the mark by up to a minute, as after a failover, ready jobs stay ready. If it is behind by more, the mark is
--   reset and stepped is set: the position from which _bound still has to check leases or, after an f, failures.
--   Otherwise stepped is false.
-- Flags: 1 a PUBLISH was refused, 2 the clock went back by more than a minute and the mark was reset.
--@include _time -- micros
local flags = 0
local meta = redis.call('HMGET', KEYS[1], 'armed', 'clock', 'priorities', 'paused', 'layout', 'stepped', 'ahead')
local armed, mark = tonumber(meta[1] or ''), tonumber(meta[2] or '')
local priorities, paused, layout, stepped, ahead = meta[3], meta[4], meta[5], meta[6], tonumber(meta[7] or '')
if mark and mark * 1000 - micros > 60000000 then
	mark, armed, flags, stepped = nil, nil, 2, '0'
end
local now, soon = math.floor(micros / 1000), math.ceil(micros / 1000)
--@include _scores

-- Writes the mark, at most once a second unless 'always' is set or the mark was reset. Only a reset sets the mark back.
local function saveClock(always)
	if flags >= 2 and stepped then
		redis.pcall('HSET', KEYS[1], 'clock', now, 'stepped', stepped)
	elseif always or not mark or now - mark >= 1000 then
		redis.pcall('HSET', KEYS[1], 'clock', math.max(now, mark or now))
	end
end
