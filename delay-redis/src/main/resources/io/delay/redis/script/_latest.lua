-- Fragment: latestEnd(ttr), the latest score at which a lease of that TTR can end according to the present clock, after
-- time went back by more than a minute (stepped): one TTR from now, as if its job had just been handed over. A lease
-- does not record the length of its touch, so the longest touch that was longer than its lease counts for all. Needs
-- _clock.
-- KEYS[1] meta (HASH): touched, the TTR of that touch in ms
local touched = stepped and tonumber(redis.call('HGET', KEYS[1], 'touched') or '') or 0
local function latestEnd(ttr)
	return scoreOf(soon + math.max(tonumber(ttr), touched))
end
