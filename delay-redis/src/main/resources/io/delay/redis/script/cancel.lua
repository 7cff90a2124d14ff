-- Deletes a job.
-- Transition: any -> gone; a lease on it becomes void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] id
-- Returns {flags, state found (0 none)}
-- Invariant: only removes.
--@include _fence -- flags, priorities, reached, timeOf, saveClock
--@include _find -- waiting, levels, find
--@include _delete -- delete
local found = find(ARGV[3])
delete({ ARGV[3] })
if found ~= 0 then
	saveClock()
end
return { flags, found }
