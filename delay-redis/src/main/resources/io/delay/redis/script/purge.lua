-- Deletes jobs of one state, one step per call.
-- Transition: any -> gone; leases on them become void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET), KEYS[10] counters (HASH)
-- ARGV[1] channel, ARGV[3] state (1 DELAYED, 2 READY, 3 RESERVED, 4 FAILED), ARGV[4] the maximum number of jobs
-- Returns {flags, number of jobs deleted}
-- Invariant: only removes and counts, see also _vacate.
--@include _fence -- micros, flags, priorities, ahead, queues, now, behind, saveClock
--@include _vacate -- waiting, levels, vacate
--@include _ahead -- heldAheadIds
--@include _count -- count
local ids, limit = {}, tonumber(ARGV[4])
local function add(found)
	for i = 1, math.min(#found, limit - #ids) do
		ids[#ids + 1] = found[i]
	end
end
local heldIds, held = heldAheadIds()
if ARGV[3] == '3' then
	for _, id in ipairs(redis.call('ZRANGE', KEYS[4], 0, limit + #heldIds - 1)) do
		add({ not held[id] and id or nil })
	end
elseif ARGV[3] == '4' then
	add(redis.call('ZRANGE', KEYS[6], 0, limit - 1))
else
	local from, to = '-inf', now
	if ARGV[3] == '1' then
		from, to = string.format('(%d', now), '+inf'
		add(heldIds)
	end
	for _, level in ipairs(levels) do
		add(redis.call('ZRANGEBYSCORE', waiting[level], from, to, 'LIMIT', 0, limit))
	end
end
vacate(ids)
if #ids > 0 then
	saveClock()
	count('c', #ids)
end
return { flags, #ids }
