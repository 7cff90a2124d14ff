-- Part of _redeliver: handle(id, deadline, held, attempts, last, stalls, reason) delivers a job to the caller's failure
-- handler: a job in failure handling that waits or whose lease has ended, or a job whose last attempt ended with an
-- expired lease. If the failure handler has failed permanently, the job is buried. A caller without a failure handler
-- leaves the job out; leftOut counts such jobs. After one TTR without a failure handler, such a caller buries the job;
-- giveUp is the earliest end of such a TTR. Returns the same as redeliver.
--@include _errors -- bothErrors, withStalls
local most = tonumber(ARGV[11] or 0)

local function handle(id, deadline, held, attempts, last, stalls, reason)
	local patience = deadline + tonumber(held.ttr)
	if most == 0 and patience > now then
		leftOut, giveUp = leftOut + 1, math.min(giveUp, patience)
		return 1
	end
	local noted, failed, host = redis.call('HGET', KEYS[7], id), held.failed or attempts, hostOf(held.token)
	if most == 0 or (held.failed and last) then
		reason = (held.token == '-') and 'No failure handler took the job within ' .. held.ttr .. ' ms' or reason
		host = (host == '-') and hostOf(ARGV[3]) or host
		tally.failed = tally.failed + (held.failed and 0 or 1)
		bury(id, kept(id), failed, held.due, host, held.failed and bothErrors(noted, reason) or reason, held.priority)
		return 0
	end
	local number = held.failed and attempts + 1 or 1
	local alone = isolated(number, most, stalls)
	if alone and isolatedTaken then
		redelivered[1] = redelivered[1] + 1
		return 1
	end
	local text = held.failed and withStalls(noted, stalls)
		or failureText(noted, failed, held.due, host, reason, held.priority)
	if take(id, redis.call('HGET', KEYS[2], id), number, deadline, held.due, {}, stalls, alone and 2, most) then
		leases[#leases] = leases[#leases] .. ((sameMark == '') and ';;f' or ';f') .. string.format('%.0f', failed)
		redelivered[#redelivered + 1], redelivered[#redelivered + 2] = taken - 1, text
		isolatedTaken, room = isolatedTaken or (alone and ARGV[8] == 'isolated'), room - #text
		tally.failed = tally.failed + (held.failed and 0 or 1)
		tally.handlers, tally.late = tally.handlers + 1, tally.late + math.max(0, now - deadline)
		if text ~= noted then
			failures[#failures + 1], failures[#failures + 2] = id, text
		end
	end
	return 0
end
