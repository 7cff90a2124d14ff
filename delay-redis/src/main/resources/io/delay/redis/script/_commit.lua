-- Part of reserve: writes all changes gathered in _take. KEYS as in reserve. Keys that were not accessed before are
-- accessed first, because a key of the wrong type must make the script fail before any job moves. A removal without
-- effect comes next, because after a removal Redis accepts the other writes of the script even when out of memory.
-- Other removals come last: if Redis refuses a command in the middle of the script, for instance because the user has
-- lost a permission, a job is in two states then, and not in none, which would lose it.
redis.call('ZREM', KEYS[4], '')
if #failed > 0 then
	redis.call('HLEN', KEYS[5])
	redis.call('ZCARD', KEYS[6])
end
for level, queue in pairs(toQueues) do
	if #queue > 0 then
		redis.call('HLEN', KEYS[5])
		redis.call('ZCARD', waiting[level])
	end
end
if #failures > 0 then
	redis.call('HSET', KEYS[7], unpack(failures))
end
for _, id in ipairs(missing) do
	redis.call('HSET', KEYS[2], id, '')
end
if taken > 0 then
	redis.call('HSET', KEYS[5], unpack(leases))
	redis.call('ZADD', KEYS[4], unpack(deadlines))
end
if #failed > 0 then
	redis.call('ZADD', KEYS[6], unpack(failed))
end
for level, queue in pairs(toQueues) do
	if #queue > 0 then
		redis.call('HSET', KEYS[1], 'queues', 1)
		redis.call('ZADD', waiting[level], unpack(queue))
	end
end
for level, ids in pairs(fromWaiting) do
	if #ids > 0 then
		redis.call('ZREM', waiting[level], unpack(ids))
	end
end
if #fromReserved > 0 then
	redis.call('ZREM', KEYS[4], unpack(fromReserved))
	redis.call('HDEL', KEYS[5], unpack(fromReserved))
end
