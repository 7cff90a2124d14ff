-- Ends leases: the jobs are done, and new jobs with the same ids are stored in the same step.
-- Transition: RESERVED -> DELAYED or READY, with a new record; attempts are counted from 1 again, failures are deleted.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET),
--   KEYS[12] handling (ZSET), KEYS[10] counters (HASH), KEYS[14] runs (STREAM)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] the limits of the history, see _runs, '' if none is kept,
--   then per job: id, token, due time ('+n', ms), priority ('', 'h' or 'l'), record, how long the handler ran in ms (''
--   if unknown)
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out because the call is full, see _runs}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _clock -- micros, flags, armed, priorities, paused, queues, now, soon, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _lease -- hostOf, lease, allowWrites, endLease
--@include _waiting -- addWaiting
--@include _done -- full, keepRuns, finished
--@include _count -- count
local reply, earliest, resubmitted = { 0 }, nil, 0
redis.call('HLEN', KEYS[2])
redis.call('HLEN', KEYS[7])
allowWrites()
for i = 4, #ARGV, 6 do
	local id, done = ARGV[i], 0
	local held = lease(id, ARGV[i + 1])
	if held and full() then
		done = 2
	elseif held then
		if ARGV[3] ~= '' then
			finished(id, held, ARGV[i + 5])
		end
		local score = dueTime(ARGV[i + 2])
		redis.call('HSET', KEYS[2], id, ARGV[i + 4])
		addWaiting(score, id, ARGV[i + 3])
		endLease(id)
		redis.call('HDEL', KEYS[7], id)
		earliest, done, resubmitted = math.min(earliest or score, score), 1, resubmitted + 1
	end
	reply[#reply + 1] = done
end
if earliest then
	announce(earliest)
	saveClock()
	count('d', resubmitted)
	count('s', resubmitted)
end
reply[1] = flags + keepRuns()
return reply
