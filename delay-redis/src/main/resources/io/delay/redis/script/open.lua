-- Opens a partition to callers that use the recorded number of partitions.
-- KEYS[1] meta (HASH): layout, and priorities if there are jobs of high or low priority, KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[2] partition/partitions, ARGV[3] the layout that the caller read before it looked the number
--   up, '' for none
-- Returns {0, 1 opened or 0 not, because the layout has changed since or names another number}
-- Invariant: the topic cannot have been forgotten and recorded with another number since the caller read the layout,
--   because that changes the layout. A partition that is open keeps its number, because the number determines where
--   jobs are. A removal without effect comes first, because Redis then accepts the other writes of the script even when
--   out of memory.
--@include _renew -- renew
local layout = redis.call('HGET', KEYS[1], 'layout') or ''
local partitions = string.match(ARGV[2], '/(%d+)$')
local free = layout == '' or string.find(layout, '^0;') or string.find(layout, '>0;', 1, true)
if layout ~= ARGV[3] or not (free or string.match(layout, '^(%d+);') == partitions) then
	return { 0, 0 }
end
local prioritized = redis.call('ZCARD', KEYS[8]) + redis.call('ZCARD', KEYS[9]) > 0
local queued = redis.call('ZCARD', KEYS[11]) + redis.call('ZCARD', KEYS[12]) > 0
renew(layout)
redis.call('HDEL', KEYS[1], '')
redis.call('HSET', KEYS[1], 'layout', partitions .. ';' .. (string.match(ARGV[3], ';(%d+)$') or '0'))
-- Meta may have been lost although the jobs were not
if prioritized then
	redis.call('HSET', KEYS[1], 'priorities', 1)
end
if queued then
	redis.call('HSET', KEYS[1], 'queues', 1)
end
return { 0, 1 }
