-- Part of reserve: delivers the jobs whose lease ran out once more, or buries those of which that was the last attempt.
-- KEYS and ARGV as there. Needs limit and _take. Once the call is full, the others are left to the next one.
-- Leaves firstLease: when the first lease ends, nil if it had ended before.
-- Whether another record is to be read. A first job that is larger than the call may be fills it alone.
local function fits()
	full = full or room < 0
	return not full
end

-- The priority of a job whose lease cannot be read is in its record alone. What is read for it fills the call, too.
local function priorityOf(id)
	local text = priorities and redis.call('HGET', KEYS[2], id) or ''
	room = room - #text
	return (select(4, record(text)))
end

local function kept(id)
	return redis.call('HEXISTS', KEYS[2], id) == 1
end
local firstLease = tonumber(redis.call('ZRANGE', KEYS[4], '0', '0', 'WITHSCORES')[2] or math.huge)
if firstLease <= reached then
	firstLease = nil
--@include _terms
	local expired = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', reached, 'WITHSCORES', 'LIMIT', '0', limit)
	for i = 1, #expired, 2 do
		if not fits() then
			break
		end
		local id, deadline = expired[i], timeOf(tonumber(expired[i + 1]))
		local held = leaseOf(redis.call('HGET', KEYS[5], id))
		if not held then
			local attempts, due = attemptsOf(redis.call('HGET', KEYS[7], id))
			bury(id, kept(id), attempts, due or deadline, 'redis', 'The lease of the job cannot be read',
				priorityOf(id))
		elseif held.attempt >= held.max then
			bury(id, kept(id), held.attempt, held.due, hostOf(held.token), 'TTR of ' .. held.ttr .. ' ms ran out',
				held.priority)
		elseif take(id, redis.call('HGET', KEYS[2], id), held.attempt + 1, deadline, held.due, {}) then
			fail(id, held.attempt, held.due, hostOf(held.token), 'TTR of ' .. held.ttr .. ' ms ran out', held.priority)
		end
	end
end
