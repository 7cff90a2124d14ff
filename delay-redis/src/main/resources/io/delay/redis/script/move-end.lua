-- Opens a partition to those who know the topic in its new number of partitions, and to nobody else. One that this does
-- not have stays closed to all.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH)
-- ARGV[3] the layout meanwhile, 'from>to;move', ARGV[4] the layout from now on, 'to;move', ARGV[5] '1' if the partition is
--   one of it, else '0'
-- Returns {0, records that are left}
-- Invariant: whoever sleeps has armed nothing here, so that the next event is told.
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
	redis.call('HDEL', KEYS[1], 'armed', 'clock', 'dropped', 'paused', 'priorities', 'stepped', 'touched', 'turn')
end
redis.call('HSET', KEYS[1], 'layout', ARGV[4])
return { 0, redis.call('HLEN', KEYS[2]) }
