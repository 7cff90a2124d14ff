-- Part of reserve: the rate limit of the caller, if it has one, by the generic cell rate algorithm. Each job that is
-- handed over uses a permit, and a permit becomes available per interval. The partition has its share of the rate. At
-- most the permits of one second are saved, but at least one. Permits are handed out in batches, so that a high rate
-- needs fewer calls. A batch has the permits of 10 ms for each partition of the topic, of 100 ms at most, but at least
-- one. Reduces limit to the available permits. If they are fewer than a batch, ends the script. Needs limit and
-- saveClock. Defines permits, nil without a rate limit: interval, batch and saved, and debt, the time until all permits
-- are available, all in microseconds.
-- KEYS[1] meta (HASH): permits, when all permits are available, in microseconds since the epoch. A time that is further
--   away than the rate limit permits was written with a clock that was ahead or with another limit; it is brought
--   forward.
-- ARGV[2] partition/partitions, ARGV[12] the time between two jobs of the topic in nanoseconds
local permits = nil
if ARGV[12] then
	local partitions = tonumber(string.match(ARGV[2], '%d+$'))
	local interval = ARGV[12] / 1000 * partitions
	local batch = interval * math.max(1, math.floor(math.min(10000 * partitions, 100000) / interval))
	local saved = math.max(1000000, interval)
	local debt = math.max(0, (tonumber(redis.call('HGET', KEYS[1], 'permits') or '') or 0) - micros)
	if debt > math.floor(saved) then
		debt = math.floor(saved)
		-- After a removal, Redis permits the other writes of a script when it is out of memory
		redis.call('HDEL', KEYS[1], '')
		redis.pcall('HSET', KEYS[1], 'permits', string.format('%.0f', micros + debt))
	end
	local isAvailable = saved - debt >= batch
	if not isAvailable then
		saveClock()
		return { flags, micros, math.ceil(debt + batch - saved), {}, { 0, 0 } }
	end
	limit = math.min(limit, math.floor((saved - debt) / interval))
	permits = { interval = interval, batch = batch, saved = saved, debt = debt }
end
