-- Part of submit: the id already exists, so its job is kept or replaced completely. Needs id, mode, due, score,
-- member, priority and i; sets status, time and found, and counts a replaced job in earliest and new. KEYS and ARGV as in
-- submit. A replaced job is added to its new state before it is removed from the others, see _commit.
storeArrivals()
--@include _state -- waiting, levels, stateOf
local _, held = nil, nil
found, time, _, held = stateOf(id)
if found == 0 or string.byte(mode) ~= 48 then
	status, time = (found == 0) and 0 or 2, due
	redis.call('HLEN', KEYS[7])
	redis.call('ZCARD', KEYS[6])
	if held or found > 2 then -- it leaves another key, so it is added before; for others, that key is only checked
		redis.call('HLEN', KEYS[5])
		redis.call('ZADD', waiting[priority], member, id)
	end
	redis.call('ZREM', KEYS[4], id)
	redis.call('HDEL', KEYS[5], id)
	redis.call('ZREM', KEYS[6], id)
	if status == 2 then
		redis.call('ZADD', waiting[priority], member, id)
		earliest, new = math.min(earliest, score), new + 1
	end
	for _, level in ipairs(levels) do
		if level ~= priority then
			redis.call('ZREM', waiting[level], id)
		end
	end
	redis.call('HDEL', KEYS[7], id)
	redis.call('HSET', KEYS[2], id, ARGV[i + 3])
else
	status = 1
end
