-- Part of reserve: delivers the jobs whose lease ran out once more, or buries those of which that was the last attempt.
-- KEYS and ARGV as there. Needs limit. Leaves firstLease: when the first lease ends, nil if it had ended before.
local firstLease = tonumber(redis.call('ZRANGE', KEYS[4], '0', '0', 'WITHSCORES')[2] or math.huge)
if firstLease <= now then
	firstLease = nil
--@include _terms
	local expired = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'WITHSCORES', 'LIMIT', '0', limit)
	for i = 1, #expired, 2 do
		local id = expired[i]
		local attempt, max, ttr, host = leaseOf(redis.call('HGET', KEYS[5], id))
		local text = redis.call('HGET', KEYS[2], id)
		if not attempt then
			bury(id, text, attemptsOf(redis.call('HGET', KEYS[7], id)), 'redis', 'The lease of the job cannot be read')
		elseif attempt >= max then
			bury(id, text, attempt, host, 'TTR of ' .. ttr .. ' ms ran out')
		elseif take(id, text, attempt + 1, tonumber(expired[i + 1]), {}) then
			fail(id, attempt, host, 'TTR of ' .. ttr .. ' ms ran out')
		end
	end
end
