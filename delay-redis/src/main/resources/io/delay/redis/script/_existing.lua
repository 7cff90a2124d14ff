-- Part of submit: the id already exists, so its job is kept or replaced completely. Needs id, mode, due and i; sets
-- status, time and found. KEYS and ARGV as in submit. The lease of a replaced job that is held ahead is taken back.
storeArrivals()
--@include _state -- waiting, levels, takeBack, stateOf
local _, held = nil, nil
found, time, _, held = stateOf(id)
if found == 0 or string.byte(mode) ~= 48 then
	status, time = (found == 0) and 0 or 2, due
	redis.call('HLEN', KEYS[7])
	redis.call('ZCARD', KEYS[6])
	if held then
		takeBack(id, held)
	end
	redis.call('HDEL', KEYS[5], id)
	redis.call('ZREM', KEYS[4], id)
	redis.call('ZREM', KEYS[6], id)
	if priorities then
		for _, level in ipairs(levels) do
			redis.call('ZREM', waiting[level], id)
		end
	end
	redis.call('HDEL', KEYS[7], id)
	redis.call('HSET', KEYS[2], id, ARGV[i + 3])
else
	status = 1
end
