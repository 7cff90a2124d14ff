-- Deletes failed jobs, unless they have changed since their failures were read.
-- Transition: FAILED -> gone. Jobs that have moved or failed again are not changed.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET), KEYS[10] counters (HASH), KEYS[14] runs (STREAM)
-- ARGV[3] the limits of the history, see _runs, '' if none is kept, then per job: id, version (see _cause)
-- Returns {flags, number of deleted jobs, number of examined jobs}; jobs at the end are left out if the call is full,
--   see _runs
-- Invariant: the script removes before it adds, so that it works when the server is out of memory.
--@include _fence -- micros, flags, priorities, queues, now, saveClock
--@include _delete -- delete
--@include _cause -- isUnchanged
--@include _cancelled -- room, full, keepRuns, cancelledRun
--@include _count -- count
local ids, examined = {}, 0
for i = 4, #ARGV, 2 do
	if full() then
		break
	end
	local unchanged, text = isUnchanged(ARGV[i], ARGV[i + 1])
	room = room - #(text or '')
	if unchanged then
		if ARGV[3] ~= '' then
			cancelledRun(ARGV[i], 4)
		end
		ids[#ids + 1] = ARGV[i]
	end
	examined = examined + 1
end
delete(ids)
if #ids > 0 then
	saveClock()
	flags = flags + keepRuns()
	count('c', #ids)
end
return { flags, #ids, examined }
