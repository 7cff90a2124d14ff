-- Makes failed jobs wait again, each until its given due time, unless they have changed since their failures were read.
-- Transition: FAILED -> DELAYED or READY; attempts are counted from 1 again, the last error is kept. Jobs that have
--   moved or failed again are not changed.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, version (see _cause), due time ('+n' or 'n', ms)
-- Returns {flags, number of kicked jobs, number of examined jobs}; jobs at the end are left out if the call is full, see
--   _kick
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _fence -- micros, flags, armed, priorities, paused, queues, now, soon, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _waiting -- addWaiting
--@include _kick -- room, kick
--@include _cause -- isUnchanged
local kicked, examined, first = 0, 0, math.huge
for i = 3, #ARGV, 3 do
	if room < 0 then
		break
	end
	local unchanged, text = isUnchanged(ARGV[i], ARGV[i + 1])
	if unchanged then
		local score = dueTime(ARGV[i + 2])
		kick(ARGV[i], score, text)
		kicked, first = kicked + 1, math.min(first, score)
	else
		room = room - #(text or '')
	end
	examined = examined + 1
end
if kicked > 0 then
	announce(first)
	saveClock()
end
return { flags, kicked, examined }
