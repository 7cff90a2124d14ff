-- Fragment: _clock, and the end for a caller who knows the topic in another number of partitions: it is being moved, or
-- was moved since the caller looked. A partition that is not open, because nobody has used it so far or because its
-- topic is forgotten, has no layout behind this. Settling a lease does without it, because a move waits for leases.
-- KEYS[1] meta (HASH): layout, 'partitions;move', or 'from>to;move' meanwhile. Forgetting a topic is a move to 0.
-- ARGV[2] partition/partitions
--@include _clock -- layout
if layout and string.match(layout, '^(%d+);') ~= string.match(ARGV[2], '/(%d+)$') then
	if string.find(layout, '^0;') or string.find(layout, '>0;', 1, true) then
		layout = nil
	else
		return redis.error_reply('DELAYMOVED ' .. KEYS[1] .. ' has the layout ' .. layout)
	end
end
