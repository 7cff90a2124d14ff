-- Deletes jobs.
-- Transition: any -> gone; leases on them become void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET),
--   KEYS[10] counters (HASH)
-- ARGV[1] channel, then the ids, from ARGV[3] on
-- Returns {flags, per job: state found (0 none)}
-- Invariant: only removes and counts.
--@include _fence -- micros, flags, priorities, ahead, now, behind, reached, timeOf, saveClock
--@include _state -- waiting, levels, takeBack, stateOf
--@include _delete -- delete
--@include _count -- count
local reply, ids, leases, cancelled = { 0 }, {}, {}, 0
for i = 3, #ARGV do
	local found, _, _, held = stateOf(ARGV[i])
	reply[i - 1], ids[i - 2], leases[i - 2] = found, ARGV[i], held or false
	cancelled = cancelled + ((found ~= 0) and 1 or 0)
end
delete(ids)
for i, id in ipairs(ids) do
	if leases[i] then
		takeBack(id, leases[i])
	end
end
if cancelled > 0 then
	saveClock()
	count('c', cancelled)
end
reply[1] = flags
return reply
