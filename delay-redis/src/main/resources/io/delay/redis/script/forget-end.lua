-- Deletes all data of a partition whose topic is forgotten, except for a layout, which expires. Because of this layout,
-- a caller that looked up the topic earlier cannot open the partition.
-- KEYS[1] meta (HASH): layout, KEYS[10] counters (HASH), KEYS[14] runs (STREAM)
-- ARGV[3] the layout so far, 'from>0;move', ARGV[4] how long the layout stays, in ms
-- Returns {0}
-- Invariant: a partition that was opened meanwhile is not changed. The removal comes first, because Redis then
--   accepts the other writes of the script even when out of memory.
if redis.call('HGET', KEYS[1], 'layout') == ARGV[3] then
	redis.call('UNLINK', KEYS[10], KEYS[#KEYS])
	redis.call('HDEL', KEYS[1], unpack(redis.call('HKEYS', KEYS[1])))
	redis.call('HSET', KEYS[1], 'layout', '0;' .. string.match(ARGV[3], '%d+$'))
	redis.call('PEXPIRE', KEYS[1], ARGV[4])
end
return { 0 }
