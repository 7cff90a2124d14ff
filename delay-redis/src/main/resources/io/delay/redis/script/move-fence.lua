-- Closes a partition to all callers except one move. Leases can still be settled.
-- KEYS[1] meta (HASH): layout, paused, dropped
-- ARGV[3] the layout during the move, 'from>to;move'
-- Returns {0, the pause of the partition (see pause.lua), '' if it is not paused; number of failed jobs that were
--   dropped so far, '' if none}
-- Invariant: of two moves, the one with the larger number prevails, whichever comes first. A removal without effect
--   comes first, because Redis then accepts the other writes of the script even when out of memory.
--@include _number -- moveOf
--@include _renew -- renew
local meta = redis.call('HMGET', KEYS[1], 'layout', 'paused', 'dropped')
local last, this = moveOf(meta[1]), moveOf(ARGV[3])
if last > this or (last == this and meta[1] ~= ARGV[3]) then
	return redis.error_reply('DELAYTAKEN ' .. KEYS[1] .. ' has the layout ' .. meta[1])
end
renew(meta[1])
redis.call('HDEL', KEYS[1], '')
redis.call('HSET', KEYS[1], 'layout', ARGV[3])
return { 0, meta[2] or '', meta[3] or '' }
