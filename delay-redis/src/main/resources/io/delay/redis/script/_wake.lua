-- Fragment: publishes an event at a score to the sleeping pollers, unless one of them checks by then anyway.
-- KEYS[1] meta (HASH): armed is the score of the earliest event at which a sleeping poller will check by itself; it
--   is void if it is more than a second in the past. Nothing is published while the topic is paused. ARGV[1] channel,
-- ARGV[2] partition/partitions. Message: partition:time:microseconds until then.
local function announce(score)
	if paused or (armed and score >= armed and timeOf(armed) >= now - 1000) then
		return
	end
	armed = score
	redis.pcall('HSET', KEYS[1], 'armed', score)
	local time = (score <= reached) and now or timeOf(score)
	local message = string.format('%s:%.0f:%.0f', string.match(ARGV[2], '^%d+'), time, microsUntil(score))
	local sent = redis.pcall('PUBLISH', ARGV[1], message)
	if type(sent) == 'table' and sent.err and flags % 2 == 0 then
		flags = flags + 1
	end
end
