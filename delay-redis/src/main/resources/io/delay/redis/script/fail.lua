-- Ends leases: the attempts failed.
-- Transition: RESERVED -> DELAYED or READY while attempts are left by the terms of the lease, or to wait for a failure
--   handler, otherwise FAILED.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[6] failed (ZSET),
--   KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET),
--   KEYS[12] handling (ZSET), KEYS[10] counters (HASH)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, token, due time ('+n', ms; '' for the end of the
--   lease), host, error, details (see _attempts)
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out after 256 KB of failures}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _clock -- micros, flags, armed, priorities, paused, queues, now, soon, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _attempts -- handlingText, failureText
--@include _lease -- endOf, lease, allowWrites, endLease
--@include _waiting -- addWaiting
--@include _errors -- bothErrors
--@include _count -- count
local reply, earliest, attempts, buried, room, isQueued = { 0 }, nil, 0, 0, 262144, false
redis.call('ZCARD', KEYS[6])
redis.call('HLEN', KEYS[7])
allowWrites()
for i = 3, #ARGV, 6 do
	local id, delay, done = ARGV[i], ARGV[i + 2], (room < 0) and 2 or 0
	local held = room >= 0 and lease(id, ARGV[i + 1])
	if held then
		local deadline = endOf(held, tonumber(redis.call('ZSCORE', KEYS[4], id) or now), now)
		local last, failed, noted = held.attempt >= held.max, held.failed or held.attempt, redis.call('HGET', KEYS[7], id)
		local level = (held.failed or (last and held.handled)) and 'f' or held.priority
		room = room - #(noted or '')
		redis.call('HSET', KEYS[7], id, (held.failed and not last) and handlingText(noted, held.attempt, 0)
			or failureText(noted, failed, held.due, ARGV[i + 3], held.failed and bothErrors(noted, ARGV[i + 4]) or ARGV[i + 4],
				held.priority, 0, ARGV[i + 5], (level == 'f' and not held.failed) and 0))
		if last and (held.failed or not held.handled) then
			buried = buried + redis.call('ZADD', KEYS[6], now, id)
		else
			local score = last and now or (delay == '') and math.max(now, deadline) or dueTime(delay)
			addWaiting(score, id, level)
			earliest, isQueued = math.min(earliest or score, score), isQueued or level == 'f'
		end
		endLease(id)
		attempts, done = attempts + (held.failed and 0 or 1), 1
	end
	reply[#reply + 1] = done
end
if earliest then
	announce(earliest, isQueued)
end
saveClock()
count('f', attempts)
count('b', buried)
reply[1] = flags
return reply
