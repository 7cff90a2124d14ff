-- Makes failed jobs wait again, starting with those that were buried first, one step per call.
-- Transition: FAILED -> DELAYED or READY; attempts are counted from 1 again, the last error is kept.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] due time ('+n' or 'n', ms), ARGV[4] the maximum number of
--   jobs
-- Returns {flags, number of kicked jobs, 1 if the call was full before that maximum, otherwise 0, see _kick}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _fence -- micros, flags, armed, priorities, paused, queues, now, soon, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _waiting -- addWaiting
--@include _kick -- room, kick
local score = dueTime(ARGV[3])
local ids = redis.call('ZRANGE', KEYS[6], 0, tonumber(ARGV[4]) - 1)
local kicked = 0
for _, id in ipairs(ids) do
	if room < 0 then
		break
	end
	kick(id, score)
	kicked = kicked + 1
end
if kicked > 0 then
	announce(score)
	saveClock()
end
return { flags, kicked, (kicked < #ids) and 1 or 0 }
