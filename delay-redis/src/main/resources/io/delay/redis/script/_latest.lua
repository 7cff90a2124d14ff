-- Fragment: latestEnd(held) returns the latest score at which a lease, as in _terms, can end by the present clock,
-- after the clock went back by more than a minute (stepped): one TTR from now, as if its job had just been handed over,
-- or one TTR from the time at which its job is ready, if the job is held ahead (see _ahead). A lease does not record
-- the length of a touch, so the longest touch that exceeded the TTR of its lease is assumed for every lease. Needs
-- _clock.
-- KEYS[1] meta (HASH): touched, the TTR of that touch in ms
local touched = stepped and tonumber(redis.call('HGET', KEYS[1], 'touched') or '') or 0
local function latestEnd(held)
	local isAhead = held.ahead and held.visible > now and held.visible <= now + 1000
	return scoreOf((isAhead and held.visible or soon) + math.max(tonumber(held.ttr), touched))
end
