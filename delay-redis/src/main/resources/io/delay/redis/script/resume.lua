-- Ends a pause and wakes up all pollers.
-- KEYS[1] meta (HASH): paused, and resumed, see _handling
-- ARGV[1] channel, ARGV[2] partition/partitions
-- Returns {flags, 1 resumed or 0 was not paused}
--@include _fence -- micros, flags, armed, paused, now, microsUntil, saveClock
--@include _wake -- announce
if not paused then
	return { flags, 0 }
end
redis.call('HDEL', KEYS[1], 'paused', 'armed')
redis.call('HSET', KEYS[1], 'resumed', now)
paused, armed = nil, nil
announce(now)
saveClock()
return { flags, 1 }
