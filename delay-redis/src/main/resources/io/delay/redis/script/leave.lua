-- Removes a poller of a topic. The other pollers are notified.
-- KEYS[1] pollers (ZSET): poller -> when it was last seen, in ms
-- KEYS[2] consumers (HASH): poller -> its registration
-- ARGV[1] channel, ARGV[2] poller
-- Returns {0}
redis.call('HDEL', KEYS[2], ARGV[2])
if redis.call('ZREM', KEYS[1], ARGV[2]) == 1 then
	redis.pcall('PUBLISH', ARGV[1], 'pollers')
end
return { 0 }
