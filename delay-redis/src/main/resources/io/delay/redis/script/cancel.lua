-- Deletes jobs.
-- Transition: any -> gone; leases on them become void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET), KEYS[10] counters (HASH), KEYS[14] runs (STREAM)
-- ARGV[1] channel, ARGV[3] the limits of the history, see _runs, '' if none is kept, then the ids
-- Returns {flags, per job: state found (0 none)}; jobs at the end are left out if the call is full, see _runs
-- Invariant: the script removes before it adds, so that it works when the server is out of memory.
--@include _fence -- micros, flags, priorities, ahead, queues, now, behind, saveClock
--@include _state -- waiting, levels, leaseOf, stateOf
--@include _delete -- delete
--@include _cancelled -- full, keepRuns, cancelledRun
--@include _count -- count
local reply, ids, cancelled = { 0 }, {}, 0
for i = 4, #ARGV do
	if full() then
		break
	end
	local found, time = stateOf(ARGV[i])
	if found ~= 0 and ARGV[3] ~= '' then
		cancelledRun(ARGV[i], found, time)
	end
	reply[i - 2], ids[i - 3] = found, ARGV[i]
	cancelled = cancelled + ((found ~= 0) and 1 or 0)
end
delete(ids)
if cancelled > 0 then
	saveClock()
	flags = flags + keepRuns()
	count('c', cancelled)
end
reply[1] = flags
return reply
