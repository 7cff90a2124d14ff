-- Lists the consumers of a topic. Changes nothing.
-- KEYS[1] consumers (HASH): see _consumers
-- ARGV[1] how long a consumer is listed after it was last seen, in ms
-- Returns {0, consumer, its value, the next consumer ...}
--@include _time -- micros
local now = math.floor(micros / 1000)
--@include _consumers -- activeConsumers
return { 0, unpack(activeConsumers(redis.call('HGETALL', KEYS[1]), ARGV[1])) }
