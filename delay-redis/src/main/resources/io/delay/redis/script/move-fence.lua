-- Closes a partition to all callers except one move. Leases can still be settled.
-- KEYS[1] meta (HASH): layout
-- ARGV[3] the layout during the move, 'from>to;move'
-- Returns {0}
-- Invariant: of two moves, the one with the larger number prevails, whichever comes first. A removal without effect
--   comes first, because Redis then accepts the other writes of the script even when out of memory.
--@include _number -- moveOf
--@include _renew -- renew
local layout = redis.call('HGET', KEYS[1], 'layout')
local last, this = moveOf(layout), moveOf(ARGV[3])
if last > this or (last == this and layout ~= ARGV[3]) then
	return redis.error_reply('DELAYTAKEN ' .. KEYS[1] .. ' has the layout ' .. layout)
end
renew(layout)
redis.call('HDEL', KEYS[1], '')
redis.call('HSET', KEYS[1], 'layout', ARGV[3])
return { 0 }
