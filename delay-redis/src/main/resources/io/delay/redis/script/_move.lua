-- Fragment: _clock, and an error for a move that another one has taken over or that has ended.
-- KEYS[1] meta (HASH): layout. ARGV[3] the layout during the move, 'from>to;move'
--@include _clock -- layout
if layout ~= ARGV[3] then
	return redis.error_reply('DELAYTAKEN ' .. KEYS[1] .. ' has the layout ' .. (layout or 'that it had before'))
end
