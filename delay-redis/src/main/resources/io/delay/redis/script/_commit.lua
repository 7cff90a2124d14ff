-- Part of reserve: writes in one go what it has gathered in _take. KEYS as there. Keys not touched so far come first,
-- for one of another type must fail the script before anything moves. Removals come next: after one of them, even of
-- nothing, Redis lets a script write on when it is out of memory.
redis.call('HDEL', KEYS[5], '')
redis.call('ZCARD', KEYS[6])
for _, level in ipairs(levels) do
	if #fromWaiting[level] > 0 then
		redis.call('ZREM', waiting[level], unpack(fromWaiting[level]))
	end
end
if #failed > 0 then
	redis.call('ZREM', KEYS[4], unpack(fromReserved))
	redis.call('HDEL', KEYS[5], unpack(fromReserved))
end
if taken > 0 then
	redis.call('ZADD', KEYS[4], unpack(deadlines))
	redis.call('HSET', KEYS[5], unpack(leases))
end
if #failed > 0 then
	redis.call('ZADD', KEYS[6], unpack(failed))
end
if #failures > 0 then
	redis.call('HSET', KEYS[7], unpack(failures))
end
for _, id in ipairs(missing) do
	redis.call('HSET', KEYS[2], id, '')
end
