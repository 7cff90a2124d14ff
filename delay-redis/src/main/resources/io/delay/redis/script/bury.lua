-- Ends leases: the jobs failed permanently, regardless of the attempts that are left.
-- Transition: RESERVED -> FAILED.
-- KEYS[1] meta (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[6] failed (ZSET), KEYS[7] failures (HASH)
-- ARGV from 3 on, per job: id, token, host, error
-- Returns {flags, per job: 1 done or 0 lease lost}
-- Invariant: a key of the wrong type makes the script fail before any job moves; removes before it adds.
--@include _clock -- flags, now, saveClock
--@include _attempts -- failureText
--@include _lease -- lease
local reply = { 0 }
redis.call('ZCARD', KEYS[4])
redis.call('ZCARD', KEYS[6])
redis.call('HLEN', KEYS[7])
for i = 3, #ARGV, 4 do
	local id, done = ARGV[i], 0
	local held = lease(id, ARGV[i + 1])
	if held then
		redis.call('ZREM', KEYS[4], id)
		redis.call('HDEL', KEYS[5], id)
		redis.call('ZADD', KEYS[6], now, id)
		redis.call('HSET', KEYS[7], id, failureText(held.attempt, held.due, ARGV[i + 2], ARGV[i + 3], held.priority))
		done = 1
	end
	reply[#reply + 1] = done
end
saveClock()
reply[1] = flags
return reply
