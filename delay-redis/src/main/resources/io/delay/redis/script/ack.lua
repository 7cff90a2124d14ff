-- Ends leases: the jobs are done.
-- Transition: RESERVED -> gone.
-- KEYS[1] reserved (ZSET), KEYS[2] jobs (HASH), KEYS[3] failures (HASH), KEYS[4] counters (HASH), KEYS[5] leases (HASH)
-- ARGV from 3 on, per job: id, token
-- Returns {0, per job: 1 done or 0 lease lost}
-- Invariant: only removes and counts, so that it works when the server is out of memory.
--@include _time -- micros
--@include _count -- count
local ids, held, reply, seen = {}, {}, { 0 }, {}
for i = 3, #ARGV, 2 do
	ids[#ids + 1] = ARGV[i]
end
local leases = redis.call('HMGET', KEYS[5], unpack(ids))
for i, id in ipairs(ids) do
	local done = leases[i] and not seen[id] and string.match(leases[i], '^[^; ]*') == ARGV[2 + 2 * i]
	if done then
		held[#held + 1], seen[id] = id, true
	end
	reply[1 + i] = done and 1 or 0
end
if #held > 0 then
	redis.call('ZREM', KEYS[1], unpack(held))
	redis.call('HDEL', KEYS[5], unpack(held))
	redis.call('HDEL', KEYS[2], unpack(held))
	redis.call('HDEL', KEYS[3], unpack(held))
	count('d', #held)
end
return reply
