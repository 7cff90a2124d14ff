-- Fragment: _clock, and the end for a caller who knows the topic in another number of partitions: it is being moved, or
-- was moved since the caller looked. Who settles a lease need not heed this, for a move waits for leases.
-- KEYS[1] meta (HASH): layout, only in a topic that was moved: 'partitions;move', or 'from>to;move' meanwhile.
-- ARGV[2] partition/partitions
--@include _clock
if layout and string.match(layout, '^(%d+);') ~= string.match(ARGV[2], '/(%d+)$') then
	return redis.error_reply('DELAYMOVED ' .. KEYS[1] .. ' has the layout ' .. layout)
end
