-- Opens a partition to callers that use the new number of partitions. It adds the counters that move-inherit has copied
-- to its own counter of dropped jobs. A partition that is not part of the new layout stays closed and loses its
-- counters. The history is deleted, because many ids belong to another partition now.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[10] counters (HASH), KEYS[14] runs (STREAM)
-- ARGV[3] the layout during the move, 'from>to;move', ARGV[4] the layout from now on, 'to;move', ARGV[5] '1' if the
--   partition is part of that layout, otherwise '0'
-- Returns {0, number of records in the partition}
-- Invariant: armed is deleted, so that the next event is published.
--@include _move
if ARGV[5] == '1' then
	local meta, dropped = redis.call('HGETALL', KEYS[1]), 0
	for i = 1, #meta, 2 do
		if string.match(meta[i], '^dropped%-%d+$') then
			dropped = dropped + tonumber(meta[i + 1])
			redis.call('HDEL', KEYS[1], meta[i])
		end
	end
	if dropped > 0 then
		redis.call('HINCRBY', KEYS[1], 'dropped', dropped)
	end
	redis.call('HDEL', KEYS[1], 'armed')
else
	redis.call('HDEL', KEYS[1], 'armed', 'clock', 'dropped', 'paused', 'priorities', 'turn')
	redis.call('UNLINK', KEYS[10])
end
redis.call('HSET', KEYS[1], 'layout', ARGV[4])
redis.call('UNLINK', KEYS[#KEYS])
return { 0, redis.call('HLEN', KEYS[2]) }
