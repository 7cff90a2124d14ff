-- Part of _expired: redeliver(id, deadline) handles one job whose lease has expired. Returns 1 if the job is not moved,
-- because it must be isolated and the call takes no more such jobs, otherwise 0. Counts the jobs that are left out in
-- redelivered[1]. Needs leftOut, giveUp and tally.
--@include _terms -- leaseOf, hostOf
--@include _stalled -- ranOut, isolated
local isolatedTaken = ARGV[8] == 'listen'

-- The priority of a job whose lease cannot be parsed is only in its record. Reading it counts towards the size of the
-- call.
local function priorityOf(id)
	local text = priorities and redis.call('HGET', KEYS[2], id) or ''
	room = room - #text
	return (select(4, record(text)))
end

local function kept(id)
	return redis.call('HEXISTS', KEYS[2], id) == 1
end

--@include _handling -- handle
local function redeliver(id, deadline)
	local held = leaseOf(redis.call('HGET', KEYS[5], id))
	if not held then
		local attempts, due = attemptsOf(redis.call('HGET', KEYS[7], id))
		bury(id, kept(id), attempts, due or deadline, 'redis', 'The lease of the job cannot be read', priorityOf(id))
		return 0
	end
	local attempts, last, stalls, keepNote = ranOut(held)
	local host, reason = hostOf(held.token), 'TTR of ' .. held.ttr .. ' ms elapsed'
	if held.failed or (last and held.handled) then
		return handle(id, deadline, held, attempts, last, stalls, reason)
	end
	if last then
		tally.failed = tally.failed + 1
		bury(id, kept(id), attempts, held.due, host, reason, held.priority)
		return 0
	end
	local alone = isolated(attempts + 1, held.max, stalls)
	if alone and isolatedTaken then
		redelivered[1] = redelivered[1] + 1
		return 1
	end
	if take(id, redis.call('HGET', KEYS[2], id), attempts + 1, deadline, held.due, {}, stalls, alone and 2) then
		isolatedTaken = isolatedTaken or (alone and ARGV[8] == 'isolated')
		tally.failed = tally.failed + ((held.progress ~= 'u') and 1 or 0)
		if not keepNote then
			fail(id, attempts, held.due, host, reason, held.priority, stalls)
		end
	end
	return 0
end
