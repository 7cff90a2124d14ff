-- Part of reserve: delivers the jobs whose lease ran out once more, or buries those of which that was the last attempt.
-- KEYS and ARGV as there. Needs limit and _take. Once the call is full, the others are left to the next one. Those left out
-- do not count towards the limit, or they would hold back what comes after them; 500 of them end the call.
-- Leaves firstLease: when the first lease ends, nil if it had ended before.
-- Whether another record is to be read. A first job that is larger than the call may be fills it alone.
local function fits()
	full = full or room < 0
	return not full
end
local firstLease = tonumber(redis.call('ZRANGE', KEYS[4], '0', '0', 'WITHSCORES')[2] or math.huge)
if firstLease <= reached then
	firstLease = nil
--@include _redeliver -- redeliver
	local at, wanted = 0, limit
	repeat
		local expired = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', reached, 'WITHSCORES', 'LIMIT', at, wanted)
		at, wanted = at + wanted, 0
		for i = 1, #expired, 2 do
			if not fits() then
				break
			end
			wanted = wanted + redeliver(expired[i], timeOf(tonumber(expired[i + 1])))
		end
	until wanted == 0 or full or redelivered[1] >= 500
end
