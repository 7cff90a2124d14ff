-- Fragment: _clock, and an error for a caller that uses a different number of partitions: the topic is being moved, or
-- was moved since the caller looked the number up. The move itself passes the layout that it has written. In a partition
-- that is not open, because it is unused or its topic was forgotten, layout is nil afterwards. Scripts that settle
-- leases do not need this, because a move waits until all leases have ended.
-- KEYS[1] meta (HASH): layout, 'partitions;move', or 'from>to;move' during a move. Forgetting a topic is a move to 0.
-- ARGV[2] partition/partitions, or partition/layout for a move
--@include _clock -- layout
if layout and (string.match(layout, '^(%d+);') or layout) ~= string.match(ARGV[2], '/(.+)$') then
	if string.find(layout, '^0;') or string.find(layout, '>0;', 1, true) then
		layout = nil
	else
		return redis.error_reply('DELAYMOVED ' .. KEYS[1] .. ' has the layout ' .. layout)
	end
end
