-- Deletes a job.
-- Transition: any -> gone; a lease on it becomes void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[1] channel, ARGV[3] id
-- Returns {flags, state found (0 none)}
-- Invariant: only removes.
--@include _fence -- flags, priorities, ahead, now, behind, reached, timeOf, saveClock
--@include _state -- waiting, levels, takeBack, stateOf
--@include _delete -- delete
local found, _, _, held = stateOf(ARGV[3])
delete({ ARGV[3] })
if held then
	takeBack(ARGV[3], held)
end
if found ~= 0 then
	saveClock()
end
return { flags, found }
