-- Opens a partition to callers that use the new number of partitions. A partition that is not part of the new layout
-- stays closed and loses its counters. The history is deleted, because many ids belong to another partition now.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[10] counters (HASH), KEYS[14] runs (STREAM)
-- ARGV[3] the layout during the move, 'from>to;move', ARGV[4] the layout from now on, 'to;move', ARGV[5] '1' if the
--   partition is part of that layout, otherwise '0', ARGV[6] '1' if the number of partitions is another one, otherwise '0'
-- Returns {0, number of records in the partition}
-- Invariant: a move that has ended or was taken over changes nothing. armed is deleted, so that the next event is
--   published.
local layout = redis.call('HGET', KEYS[1], 'layout') or 'nothing'
if layout ~= ARGV[3] then
	return redis.error_reply('DELAYTAKEN ' .. KEYS[1] .. ' has the layout ' .. layout)
end
redis.call('HDEL', KEYS[1], 'armed')
if ARGV[5] == '0' then
	redis.call('HDEL', KEYS[1], 'clock', 'dropped', 'paused', 'priorities', 'queues', 'resumed', 'turn')
	redis.call('UNLINK', KEYS[10])
end
redis.call('HSET', KEYS[1], 'layout', ARGV[4])
if ARGV[6] == '1' then
	redis.call('UNLINK', KEYS[14])
end
return { 0, redis.call('HLEN', KEYS[2]) }
