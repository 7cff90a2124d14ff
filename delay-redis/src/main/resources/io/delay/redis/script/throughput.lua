-- Reads the counters of a partition. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[10] counters (HASH)
-- Returns {0, present time in ms, the fields and values of counters, see _count; empty if they cannot be read}
--@include _fence -- micros
local all = redis.pcall('HGETALL', KEYS[10])
return { 0, math.floor(micros / 1000), all.err and {} or all }
