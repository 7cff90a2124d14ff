-- Fragment: _clock, and an error for a move that has ended or was taken over by a different move.
-- KEYS[1] meta (HASH): layout. ARGV[3] the layout during the move, 'from>to;move'
--@include _clock -- layout
if layout ~= ARGV[3] then
	return redis.error_reply('DELAYTAKEN ' .. KEYS[1] .. ' has ' .. (layout and 'the layout ' .. layout or 'no layout'))
end
