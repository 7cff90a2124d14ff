-- Part of reserve: the jobs that only some pollers take: isolated jobs, of which a poller takes at most one if ARGV[8] is
-- 'isolated' and none if it is 'listen'; and jobs that have failed permanently, which wait for the failure handler of a
-- poller. A poller without a failure handler buries the latter after they have waited for one TTR, in which the topic
-- was not paused. Sets redelivered[1] to the number of isolated jobs that are left, and defines isQueued, whether this
-- call lets jobs wait for such pollers. Needs _take, _expired and limit.
-- KEYS[11] isolated (ZSET), KEYS[12] handling (ZSET), KEYS[1] meta (HASH): resumed, when the topic was last resumed, in ms
local handlerMax, ttr = tonumber(ARGV[11] or 0), tonumber(ARGV[5])
local waitedSince = (handlerMax == 0) and math.max(now - ttr, 0) or now

-- Returns the ids and scores of jobs that have waited since the time or for longer.
local function queued(level, time)
	return redis.call('ZRANGEBYSCORE', waiting[level], '-inf', time, 'WITHSCORES', 'LIMIT', '0', math.max(limit - taken, 0))
end

local function handle(id, score, noted, failed, due, stalls, attempts)
	if handlerMax == 0 then
		fromWaiting.f[#fromWaiting.f + 1] = id
		bury(id, failed, due, hostOf(ARGV[3]), bothErrors(noted, 'No failure handler took the job within ' .. ttr .. ' ms'),
			string.match(noted or '', '^%d+([hl])'))
	elseif take(id, redis.call('HGET', KEYS[2], id), attempts + 1, score, due, fromWaiting.f, stalls, nil, handlerMax) then
		leases[#leases] = leases[#leases] .. ((sameMark == '') and ';;f' or ';f') .. string.format('%.0f', failed)
		redelivered[#redelivered + 1], redelivered[#redelivered + 2] = taken - 1, noted
		tally.handlers, tally.late = tally.handlers + 1, tally.late + now - score
	end
end

local function takeQueued(level, time)
	local found = queued(level, time)
	for i = 1, #found, 2 do
		if not fits() or (level == 'i' and isolatedTaken) then
			return
		end
		local id, score, noted = found[i], tonumber(found[i + 1]), redis.call('HGET', KEYS[7], found[i])
		local failed, due, stalls, attempts = attemptsOf(noted)
		room = room - #(noted or '')
		if level == 'f' then
			handle(id, score, noted, failed, due or score, stalls, attempts)
		elseif take(id, redis.call('HGET', KEYS[2], id), failed + 1, score, due or score, fromWaiting.i, stalls, 2) then
			isolatedTaken = ARGV[8] == 'isolated'
		end
	end
end
if queues then
	takeQueued('i', now)
	if handlerMax > 0 or tonumber(redis.call('HGET', KEYS[1], 'resumed') or 0) <= waitedSince then
		takeQueued('f', waitedSince)
	end
end
local isQueued = #toQueues.i + #toQueues.f > 0
if queues or isQueued then
	redelivered[1] = redis.call('ZCOUNT', waiting['i'], '-inf', now) - #fromWaiting.i + #toQueues.i / 2
end
