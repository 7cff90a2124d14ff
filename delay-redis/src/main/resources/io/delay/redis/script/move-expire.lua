-- Ends expired leases, as a reserve does.
-- Transition: RESERVED with an expired lease -> READY, and the failure is recorded, or FAILED if that was the last
--   attempt, the job is in failure handling or the lease is unreadable. Unexpired leases are limited as in _end.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] the layout during the move, 'from>to;move', then the ids
-- Returns {flags, number of leases that have not ended, microseconds until the first of them ends (0 for none)}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _move -- flags, priorities, queues, now, soon, microsUntil
--@include _attempts -- attemptsOf, failureText
--@include _terms -- leaseOf, hostOf
--@include _stalled -- ranOut
--@include _errors -- bothErrors
--@include _end -- endOf
--@include _record -- record
--@include _waiting -- addWaiting
local open, earliest = 0, math.huge
redis.call('HLEN', KEYS[2])
redis.call('ZREM', KEYS[4], '')
redis.call('ZCARD', KEYS[6])
redis.call('HLEN', KEYS[7])
for _, id in ipairs({ unpack(ARGV, 4) }) do
	local deadline = tonumber(redis.call('ZSCORE', KEYS[4], id) or '')
	local held = deadline and leaseOf(redis.call('HGET', KEYS[5], id))
	deadline = (held and held.failed and held.token == '-') and math.min(deadline, now) or deadline
	if held and deadline > endOf(held, deadline) then
		deadline = endOf(held, deadline)
		redis.call('ZADD', KEYS[4], 'XX', deadline, id)
	end
	if deadline and deadline > now then
		open, earliest = open + 1, math.min(earliest, deadline)
	elseif deadline then
		local noted = redis.call('HGET', KEYS[7], id)
		local attempts, due = attemptsOf(noted)
		local host, reason, priority = 'redis', 'The lease of the job cannot be read', held and held.priority
		local last, stalls, keepNote = true, 0, false
		if held and held.failed then
			attempts, due = held.failed, held.due
			reason = bothErrors(noted, 'Not called, because the topic was moved')
		elseif held then
			attempts, last, stalls, keepNote = ranOut(held)
			due, host, reason = held.due, hostOf(held.token), 'TTR of ' .. held.ttr .. ' ms elapsed'
		elseif priorities then
			priority = select(4, record(redis.call('HGET', KEYS[2], id)))
		end
		if not keepNote then
			due = due or deadline
			redis.call('HSET', KEYS[7], id, failureText(noted, attempts, due, host, reason, priority, stalls))
		end
		if last then
			redis.call('ZADD', KEYS[6], now, id)
		else
			addWaiting(deadline, id, held.priority)
		end
		redis.call('ZREM', KEYS[4], id)
		redis.call('HDEL', KEYS[5], id)
	end
end
return { flags, open, (open > 0) and microsUntil(earliest) or 0 }
