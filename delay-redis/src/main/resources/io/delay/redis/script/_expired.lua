-- Part of reserve: redelivers the jobs whose lease has expired, or buries them after their last attempt. KEYS and ARGV
-- as in reserve. Needs limit and _take. When the call is full, the other jobs are left to the next call. Jobs that are
-- left out do not count towards the limit, because otherwise they would block the jobs after them. The search ends
-- after 500 of them.
-- Defines firstLease: the end of the first lease, nil if that lease has already expired; unseen: whether jobs are left
-- out and other leases that have expired follow those that were read; leftOut and giveUp, see _handling; and tally: the
-- number of attempts that failed, and the number of jobs that are delivered to failure handlers and how long these were
-- ready, in ms.
local unseen = false
local leftOut, giveUp, tally = 0, math.huge, { failed = 0, handlers = 0, late = 0 }

-- Returns whether another record can be read. A first job that exceeds the size of the call is taken alone.
local function fits()
	full = full or room < 0
	return not full
end
local firstLease = tonumber(redis.call('ZRANGE', KEYS[4], '0', '0', 'WITHSCORES')[2] or math.huge)
if firstLease <= now then
	firstLease = nil
--@include _redeliver -- redeliver
	local at, wanted = 0, limit
	repeat
		local asked = wanted
		local expired = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'WITHSCORES', 'LIMIT', at, asked)
		at, wanted = at + asked, 0
		for i = 1, #expired, 2 do
			if not fits() then
				break
			end
			wanted = wanted + redeliver(expired[i], tonumber(expired[i + 1]))
		end
		if wanted == 0 and not full and #expired == 2 * asked and redelivered[1] + leftOut > 0 then
			unseen = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'LIMIT', at, '1')[1] ~= nil
		end
	until wanted == 0 or full or redelivered[1] + leftOut >= 500
end
