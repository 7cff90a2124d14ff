-- Counts the jobs of a partition. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[10] pollers (ZSET; only of the first partition has any)
-- ARGV[3] how long a poller counts that is not seen again, in ms
-- Returns {0, DELAYED, READY, RESERVED, FAILED, ms since the oldest ready job became due (-1 none), pause (see
--   pause.lua; empty if none), failed jobs that were dropped so far, pollers}
--@include _fence
local ready, waiting, oldest = 0, 0, now + 1
local function add(readyHere, waitingHere, first)
	ready, waiting, oldest = ready + readyHere, waiting + waitingHere, math.min(oldest, tonumber(first[2] or oldest))
end
add(redis.call('ZCOUNT', KEYS[3], '-inf', now), redis.call('ZCARD', KEYS[3]),
	redis.call('ZRANGE', KEYS[3], 0, 0, 'WITHSCORES'))
if priorities then
	add(redis.call('ZCOUNT', KEYS[8], '-inf', now), redis.call('ZCARD', KEYS[8]),
		redis.call('ZRANGE', KEYS[8], 0, 0, 'WITHSCORES'))
	add(redis.call('ZCOUNT', KEYS[9], '-inf', now), redis.call('ZCARD', KEYS[9]),
		redis.call('ZRANGE', KEYS[9], 0, 0, 'WITHSCORES'))
end
local dropped = tonumber(redis.call('HGET', KEYS[1], 'dropped') or '') or 0
return { 0, waiting - ready, ready, redis.call('ZCARD', KEYS[4]), redis.call('ZCARD', KEYS[6]), now - oldest,
	paused or '', dropped, redis.call('ZCOUNT', KEYS[10], '(' .. string.format('%.0f', now - tonumber(ARGV[3])), '+inf') }
