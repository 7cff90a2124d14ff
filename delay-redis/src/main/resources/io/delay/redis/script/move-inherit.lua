-- Copies the state of the whole topic to a partition: its pause, and the counters of dropped jobs of partitions that
-- will no longer be used.
-- KEYS[1] meta (HASH): paused; dropped-p, the counter of partition p until the move ends
-- ARGV[3] the layout during the move, 'from>to;move', ARGV[4] the pause of the topic (see pause.lua), '' if it is not
--   paused, then per partition with a counter: its number, and the counter or '' if the partition keeps it
-- Returns {0}
--@include _move
if ARGV[4] ~= '' then
	redis.call('HSETNX', KEYS[1], 'paused', ARGV[4])
end
for i = 5, #ARGV, 2 do
	if ARGV[i + 1] == '' then
		redis.call('HDEL', KEYS[1], 'dropped-' .. ARGV[i])
	else
		redis.call('HSET', KEYS[1], 'dropped-' .. ARGV[i], ARGV[i + 1])
	end
end
return { 0 }
