-- Part of reserve: when the caller must reserve again. Sets reply[3] to the microseconds until then, 0 for at once and
-- -1 if there is no next event. No job is handed over before permits are available again. Records the permits that were
-- used. Needs taken, limit, drained, full, permits, and what _sleep needs.
-- KEYS[1] meta (HASH): permits, see _permits
if (taken < limit or drained) and not full then
--@include _sleep
end
if permits then
	local debt = math.ceil(permits.debt + taken * permits.interval)
	if taken > 0 then
		redis.pcall('HSET', KEYS[1], 'permits', string.format('%.0f', micros + debt))
	end
	if reply[3] >= 0 then
		reply[3] = math.max(reply[3], math.ceil(debt + permits.batch - permits.saved))
	end
end
