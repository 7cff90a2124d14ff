-- Fragment: deletes the counters of a partition that is no longer used. A key of another type is kept.
-- KEYS[10] counters (HASH)
local fields = redis.pcall('HKEYS', KEYS[10])
if fields[1] then
	redis.call('HDEL', KEYS[10], unpack(fields))
end
