-- Stops handing out jobs of a partition until it is resumed. Pollers keep the jobs that they have reserved.
-- KEYS[1] meta (HASH): paused, the time of the pause in ms, then a space and the operator
-- ARGV[1] channel, ARGV[3] the operator
-- Returns {flags, 1 paused or 0 was paused already}
-- Invariant: a second pause does not change the first one. A removal without effect comes first, because Redis then
--   accepts the other writes of the script even when out of memory.
--@include _open -- flags, paused, now, saveClock
if paused then
	return { flags, 0 }
end
redis.call('HDEL', KEYS[1], '')
redis.call('HSET', KEYS[1], 'paused', string.format('%.0f %s', now, ARGV[3]))
saveClock()
return { flags, 1 }
