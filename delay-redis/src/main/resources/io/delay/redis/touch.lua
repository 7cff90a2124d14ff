-- Extends leases.
-- Transition: RESERVED -> RESERVED, the deadline later, never earlier.
-- KEYS[1] meta (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH)
-- ARGV from 3 on, per job: id, token, ttr from now on in ms
-- Returns {flags, per job: 1 done or 0 lease lost}
-- Invariant: the lease itself stays as it is. A removal of nothing comes first, for Redis then lets the script write
--   when it is out of memory.
--@include _fence
--@include _lease
local reply = { 0 }
for i = 3, #ARGV, 3 do
	local id, done = ARGV[i], 0
	if lease(id, ARGV[i + 1]) then
		redis.call('ZREM', KEYS[4], '')
		redis.call('ZADD', KEYS[4], 'XX', 'GT', soon + tonumber(ARGV[i + 2]), id)
		done = 1
	end
	reply[#reply + 1] = done
end
saveClock()
reply[1] = flags
return reply
