-- Ends leases of jobs whose handlers have not begun.
-- Transition: RESERVED -> READY, at the previous place of the job: it keeps its time, and therefore its place among the
--   other jobs. The attempt does not count. A job that was redelivered because an earlier lease had expired is placed
--   by the end of the earlier lease.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[7] failures
--   (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET), KEYS[12] handling
--   (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, token
-- Returns {flags, per job: 1 done or 0 lease lost}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _clock -- micros, flags, armed, priorities, paused, queues, now, microsUntil, saveClock
--@include _wake -- announce
--@include _lease -- lease, allowWrites, endLease
--@include _back -- firstBack, isQueued, handBack
local reply = { 0 }
for i = 3, #ARGV, 2 do
	local held = lease(ARGV[i], ARGV[i + 1])
	if held then
		handBack(ARGV[i], held)
	end
	reply[#reply + 1] = held and 1 or 0
end
if firstBack then
	announce(math.max(now, firstBack), isQueued)
	saveClock()
end
reply[1] = flags
return reply
