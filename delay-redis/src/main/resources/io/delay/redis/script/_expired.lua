-- Part of reserve: the jobs whose lease has expired. They are handed over again, or wait in `isolated` or `handling`
-- until a poller takes them that may, or are buried after their last attempt. KEYS and ARGV as in reserve. Needs limit and
-- _take. When the call is full, the other jobs are left to the next call. Defines isolatedTaken, whether the call takes no
-- more isolated jobs; expired; and tally: the number of attempts that failed, and the number of jobs that are delivered to
-- failure handlers and how long these were ready, in ms.
--@include _stalled -- ranOut, isolated
local isolatedTaken, tally = ARGV[8] == 'listen', { failed = 0, handlers = 0, late = 0 }

-- Returns whether another record can be read. A first job that exceeds the size of the call is taken alone.
local function fits()
	full = full or room < 0
	return not full
end

local function redeliver(id, deadline)
	local held = leaseOf(redis.call('HGET', KEYS[5], id))
	if not held then
		local attempts, due = attemptsOf(redis.call('HGET', KEYS[7], id))
		local text = redis.call('HGET', KEYS[2], id) or '' -- the priority is only in the record
		room = room - #text
		bury(id, attempts, due or deadline, 'redis', 'The lease of the job cannot be read', (select(4, record(text))))
		return
	end
	local attempts, last, stalls, keepNote = ranOut(held)
	local host, reason = hostOf(held.token), 'TTR of ' .. held.ttr .. ' ms elapsed'
	if held.failed then
		local noted = redis.call('HGET', KEYS[7], id)
		room = room - #(noted or '')
		if last or stalls > 1 then
			bury(id, held.failed, held.due, host, bothErrors(noted, reason), held.priority)
		else
			wait('f', id, handlingText(noted, attempts, stalls))
		end
		return
	end
	local alone = isolated(attempts + 1, held.max, stalls)
	local isTaken = not last and not (alone and isolatedTaken)
	if isTaken and not take(id, redis.call('HGET', KEYS[2], id), attempts + 1, deadline, held.due, {}, stalls,
		alone and 2) then
		return
	end
	isolatedTaken = isolatedTaken or (isTaken and alone and ARGV[8] == 'isolated')
	tally.failed = tally.failed + ((held.progress ~= 'u') and 1 or 0)
	if last and not held.handled then
		bury(id, attempts, held.due, host, reason, held.priority)
	elseif not isTaken then
		wait(last and 'f' or 'i', id)
	end
	if (not last or held.handled) and not keepNote then
		fail(id, attempts, held.due, host, reason, held.priority, stalls, last and 0)
	end
end
local expired = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'WITHSCORES', 'LIMIT', '0', limit + 50)
for i = 1, #expired, 2 do
	if taken == limit or not fits() then
		break
	end
	redeliver(expired[i], tonumber(expired[i + 1]))
end
