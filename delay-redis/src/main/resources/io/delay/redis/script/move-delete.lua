-- Deletes jobs that have been moved to another partition.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] the layout during the move, 'from>to;move', then the ids
-- Returns {flags}
-- Invariant: only removes, see also _vacate.
--@include _move -- flags, priorities, queues
--@include _vacate -- vacate
local ids = {}
for i = 4, #ARGV do
	ids[#ids + 1] = ARGV[i]
end
vacate(ids)
return { flags }
