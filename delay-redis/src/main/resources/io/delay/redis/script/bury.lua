-- Ends leases: the jobs failed permanently, regardless of the attempts that are left.
-- Transition: RESERVED -> FAILED, or READY to wait for a failure handler. In failure handling RESERVED -> FAILED.
-- KEYS[1] meta (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   KEYS[10] counters (HASH), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, token, host, error and details (see _attempts),
--   all '' if the failure handler has succeeded, so that the recorded failure is kept
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out after 256 KB of failures}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _clock -- micros, flags, armed, priorities, paused, queues, now, microsUntil, saveClock
--@include _wake -- announce
--@include _attempts -- failureText
--@include _lease -- lease, allowWrites, endLease
--@include _waiting -- addWaiting
--@include _errors -- bothErrors
--@include _count -- count
local reply, waits, failed, buried, room = { 0 }, false, 0, 0, 262144
redis.call('ZCARD', KEYS[6])
redis.call('HLEN', KEYS[7])
allowWrites()
for i = 3, #ARGV, 5 do
	local id, done = ARGV[i], (room < 0) and 2 or 0
	local held = room >= 0 and lease(id, ARGV[i + 1])
	local host, error = ARGV[i + 2], ARGV[i + 3]
	if held and (held.failed or host ~= '') then
		local isHandled = held.handled and not held.failed
		if host ~= '' then
			local noted, attempts = redis.call('HGET', KEYS[7], id), held.failed or held.attempt
			error, room = held.failed and bothErrors(noted, error) or error, room - #(noted or '')
			redis.call('HSET', KEYS[7], id,
				failureText(noted, attempts, held.due, host, error, held.priority, 0, ARGV[i + 4], isHandled and 0))
		end
		if isHandled then
			addWaiting(now, id, 'f')
			waits = true
		else
			buried = buried + redis.call('ZADD', KEYS[6], now, id)
		end
		endLease(id)
		failed, done = failed + (held.failed and 0 or 1), 1
	end
	reply[#reply + 1] = done
end
if waits then
	announce(now, true)
end
saveClock()
count('f', failed)
count('b', buried)
reply[1] = flags
return reply
