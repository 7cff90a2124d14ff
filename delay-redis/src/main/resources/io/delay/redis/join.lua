-- Notes that a poller looks for jobs of a topic, and tells its place among all that do. The others are told if it is new.
-- KEYS[1] pollers (ZSET): poller -> when it was last seen, in ms
-- ARGV[1] channel, ARGV[2] poller, ARGV[3] how long one counts that is not seen again, in ms
-- Returns {0, place by name, from 0, number of pollers}
-- Invariant: bounded, for the key expires and so does every poller in it.
--@include _time
local now, place = math.floor(micros / 1000), 0
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[3]))
local new = redis.call('ZADD', KEYS[1], now, ARGV[2]) == 1
redis.call('PEXPIRE', KEYS[1], ARGV[3])
local pollers = redis.call('ZRANGE', KEYS[1], 0, -1)
for _, poller in ipairs(pollers) do
	if poller < ARGV[2] then
		place = place + 1
	end
end
if new then
	redis.pcall('PUBLISH', ARGV[1], 'pollers')
end
return { 0, place, #pollers }
