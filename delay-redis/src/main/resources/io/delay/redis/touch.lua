-- Extends leases.
-- Transition: RESERVED -> RESERVED, the deadline later, never earlier.
-- KEYS[1] meta (HASH): touched, the longest ttr of a touch in ms that was longer than that of its lease, for _latest,
--   KEYS[4] reserved (ZSET), KEYS[5] leases (HASH)
-- ARGV from 3 on, per job: id, token, ttr from now on in ms
-- Returns {flags, per job: 1 done or 0 lease lost}
-- Invariant: the lease itself stays as it is. A removal of nothing comes first, for Redis then lets the script write
--   when it is out of memory.
--@include _fence
--@include _lease
local reply, longest = { 0 }, 0
for i = 3, #ARGV, 3 do
	local id, ttr, done = ARGV[i], tonumber(ARGV[i + 2]), 0
	local held = lease(id, ARGV[i + 1])
	if held then
		redis.call('ZREM', KEYS[4], '')
		redis.call('ZADD', KEYS[4], 'XX', 'GT', scoreOf(soon + ttr), id)
		longest = (ttr > tonumber(held.ttr)) and math.max(longest, ttr) or longest
		done = 1
	end
	reply[#reply + 1] = done
end
if longest > 0 and longest > (tonumber(redis.call('HGET', KEYS[1], 'touched') or 0) or 0) then
	redis.pcall('HSET', KEYS[1], 'touched', string.format('%.0f', longest))
end
saveClock()
reply[1] = flags
return reply
