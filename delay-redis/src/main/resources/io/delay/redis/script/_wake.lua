-- Fragment: announce(score, always) publishes an event to the sleeping pollers, unless one of them checks by that score
-- anyway. Always is set for jobs that only some pollers may take.
-- KEYS[1] meta (HASH): armed is the score of the earliest event at which a sleeping poller will check by itself; it
--   is ignored if it is more than a second in the past. Nothing is published while the topic is paused.
-- ARGV[1] channel, ARGV[2] partition/partitions. Message: partition:time:microseconds until then.
--@include _publish -- publish
local function announce(score, always)
	local isEarliest = not armed or score < armed or armed < now - 1000
	if paused or not (isEarliest or always) then
		return
	elseif isEarliest then
		armed = score
		redis.pcall('HSET', KEYS[1], 'armed', score)
	end
	local time = (score <= now) and math.floor(micros / 1000) or score
	publish(string.format('%s:%.0f:%.0f', string.match(ARGV[2], '^%d+'), time, microsUntil(score)))
end
