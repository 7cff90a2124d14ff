-- Lists the pollers of a topic. Changes nothing.
-- KEYS[1] pollers (ZSET): poller -> when it was last seen, in ms
-- ARGV[1] how long a poller counts as active after it was last seen, in ms
-- Returns {0, the pollers, at most 100}
--@include _time -- micros
local oldest = string.format('(%.0f', math.floor(micros / 1000) - tonumber(ARGV[1]))
return { 0, unpack(redis.call('ZRANGEBYSCORE', KEYS[1], oldest, '+inf', 'LIMIT', 0, 100)) }
