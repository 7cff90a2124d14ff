-- Deletes all jobs of some states in one step, however many they are, if only a few other jobs are in the partition:
-- the keys are unlinked, which frees the memory in the background, and the other jobs are written again. This blocks
-- Redis for less time than a single step of `purge`, and Redis has no large table to shrink afterwards. In every other
-- case nothing is changed, and `purge` must follow.
-- Transition: any -> gone; leases on them become void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET), KEYS[10] counters (HASH)
-- ARGV[1] channel, ARGV[3] the states in one text (1 DELAYED, 2 READY, 3 RESERVED, 4 FAILED)
-- Returns {flags, number of jobs deleted}
-- Invariant: a key of the wrong type makes the script fail before any job moves. Nothing is deleted if Redis refuses a
--   command that writes the other jobs.
--@include _fence -- micros, flags, ahead, now, behind, saveClock
--@include _ahead -- heldAheadIds
--@include _count -- count
local deletes = {}
for state in string.gmatch(ARGV[3], '%d') do
	deletes[state] = true
end
local _, held = heldAheadIds()
--@include _kept -- kept, gone, sets, deleted
if deleted > 0 then
--@include _rewrite
	for _, id in ipairs(gone) do
		redis.call('ZREM', KEYS[4], id)
		redis.call('HDEL', KEYS[5], id)
	end
	saveClock()
	count('c', deleted)
end
return { flags, deleted }
