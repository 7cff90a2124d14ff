-- Closes a partition of a topic that is to be forgotten, unless it has jobs or consumers.
-- KEYS[1] meta (HASH): layout, KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed
--   (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[13] consumers (HASH)
-- ARGV[3] the layout while the topic is being forgotten, 'from>0;move', ARGV[4] how long a consumer is listed after
--   it was last seen, in ms
-- Returns {0, 1 closed, 0 in use, or -1 if a call that began later has already closed the partition}
-- Invariant: the rest of meta is kept, because it remains valid if the topic is used again. A removal without effect
--   comes first, because Redis then accepts the other writes of the script even when out of memory.
--@include _clock -- layout, now
--@include _number -- moveOf
--@include _consumers -- activeConsumers
if moveOf(layout) > moveOf(ARGV[3]) then
	return { 0, -1 }
end
local used = redis.call('HLEN', KEYS[2]) + #activeConsumers(redis.call('HGETALL', KEYS[13]), ARGV[4])
for _, key in ipairs({ 3, 4, 6, 8, 9 }) do
	used = used + redis.call('ZCARD', KEYS[key])
end
if used > 0 then
	return { 0, 0 }
end
redis.call('HDEL', KEYS[1], '')
redis.call('HSET', KEYS[1], 'layout', ARGV[3])
return { 0, 1 }
