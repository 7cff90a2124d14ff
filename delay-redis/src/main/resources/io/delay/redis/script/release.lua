-- Ends leases at the request of their consumers: the jobs wait again.
-- Transition: RESERVED -> DELAYED or READY; the attempt does not count, because only failures count. The due time is
--   stored, because the score changes. The stalls are reset. A job in failure handling waits in `handling`.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[7] failures
--   (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET), KEYS[12] handling
--   (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, token, due time ('+n', ms)
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out after 256 KB of failures}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _clock -- micros, flags, armed, priorities, paused, queues, now, soon, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _released -- releaseText
--@include _lease -- lease, allowWrites, endLease
--@include _waiting -- addWaiting
--@include _attempts -- handlingText
local reply, earliest, room, isQueued = { 0 }, nil, 262144, false
redis.call('HLEN', KEYS[7])
allowWrites()
for i = 3, #ARGV, 3 do
	local id, done = ARGV[i], (room < 0) and 2 or 0
	local held = room >= 0 and lease(id, ARGV[i + 1])
	if held then
		local score = dueTime(ARGV[i + 2])
		local noted = redis.call('HGET', KEYS[7], id)
		local text = held.failed and handlingText(noted, held.attempt - 1, 0) or releaseText(noted, held.due)
		room = room - #(noted or '')
		if text ~= noted then
			redis.call('HSET', KEYS[7], id, text)
		end
		addWaiting(score, id, held.failed and 'f' or held.priority)
		endLease(id)
		earliest, done, isQueued = math.min(earliest or score, score), 1, isQueued or held.failed ~= nil
	end
	reply[#reply + 1] = done
end
if earliest then
	announce(earliest, isQueued)
	saveClock()
end
reply[1] = flags
return reply
