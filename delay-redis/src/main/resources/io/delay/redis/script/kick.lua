-- Makes failed jobs wait again.
-- Transition: FAILED -> DELAYED or READY; attempts are counted from 1 again, the last error is kept. Jobs in other
--   states are not changed.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] due time ('+n' or 'n', ms), then the ids
-- Returns {flags, per job: state found (0 none)}; jobs at the end are left out if the call is full, see _kick
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _fence -- micros, flags, armed, priorities, paused, ahead, queues, now, soon, behind, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _state -- waiting, levels, stateOf
--@include _waiting -- addWaiting
--@include _kick -- room, kick
local reply, score, kicked = { 0 }, dueTime(ARGV[3]), false
redis.call('ZCARD', KEYS[4])
for i = 4, #ARGV do
	if room < 0 then
		break
	end
	local found = stateOf(ARGV[i])
	if found == 4 then
		kick(ARGV[i], score)
		kicked = true
	end
	reply[#reply + 1] = found
end
if kicked then
	announce(score)
	saveClock()
end
reply[1] = flags
return reply
