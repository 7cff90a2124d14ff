-- Fragment: announce(score) publishes an event to the sleeping pollers, unless one of them checks by that score anyway.
-- KEYS[1] meta (HASH): armed is the score of the earliest event at which a sleeping poller will check by itself; it
--   is ignored if it is more than a second in the past. Nothing is published while the topic is paused.
-- ARGV[1] channel, ARGV[2] partition/partitions. Message: partition:time:microseconds until then.
--@include _publish -- publish
local function announce(score)
	if paused or (armed and score >= armed and armed >= now - 1000) then
		return
	end
	armed = score
	redis.pcall('HSET', KEYS[1], 'armed', score)
	local time = (score <= now) and math.floor(micros / 1000) or score
	publish(string.format('%s:%.0f:%.0f', string.match(ARGV[2], '^%d+'), time, microsUntil(score)))
end
