-- Opens a partition to those who know the topic in the number of partitions that is recorded.
-- KEYS[1] meta (HASH): layout
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] the layout that the caller has seen before it looked the number
--   up, '' for none
-- Returns {0, 1 opened or 0 the layout has changed since}
-- Invariant: the topic cannot have been forgotten and recorded with another number since the caller looked, because that
--   changes the layout. A removal of nothing comes first, for Redis then lets the script write when it is out of memory.
--@include _renew
local layout = redis.call('HGET', KEYS[1], 'layout')
if (layout or '') ~= ARGV[3] then
	return { 0, 0 }
end
local partition, partitions = string.match(ARGV[2], '^(%d+)/(%d+)$')
renew(layout)
redis.call('HDEL', KEYS[1], '')
redis.call('HSET', KEYS[1], 'layout', partitions .. ';' .. (string.match(ARGV[3], ';(%d+)$') or '0'))
if partition == '0' then
	-- Whoever was noted beside it may be so no more
	redis.pcall('PUBLISH', ARGV[1], 'opened')
end
return { 0, 1 }
