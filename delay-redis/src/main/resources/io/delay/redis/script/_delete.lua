-- Fragment: delete(ids) removes all data of jobs in any state, at most 500 jobs.
-- KEYS[2] jobs (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   and the sets of _levels
-- Keys are read first, because a key of the wrong type must make the script fail before any job moves.
--@include _levels -- waiting, levels
local function delete(ids)
	redis.call('HLEN', KEYS[2])
	redis.call('ZCARD', KEYS[4])
	redis.call('HLEN', KEYS[5])
	redis.call('ZCARD', KEYS[6])
	redis.call('HLEN', KEYS[7])
	for _, level in ipairs(levels) do
		redis.call('ZCARD', waiting[level])
	end
	if #ids == 0 then
		return
	end
	for _, level in ipairs(levels) do
		redis.call('ZREM', waiting[level], unpack(ids))
	end
	redis.call('ZREM', KEYS[4], unpack(ids))
	redis.call('ZREM', KEYS[6], unpack(ids))
	redis.call('HDEL', KEYS[5], unpack(ids))
	redis.call('HDEL', KEYS[7], unpack(ids))
	redis.call('HDEL', KEYS[2], unpack(ids))
end
