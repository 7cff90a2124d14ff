-- Fragment: gathers what a reserve decides (take, bury); _commit writes it. KEYS and ARGV as there.
local buried = {}
local reply, taken, earliest = { 0, soon, 0, buried }, 0, nil
local room, full = tonumber(ARGV[7]), false
local fromWaiting = priorities and { [''] = {}, h = {}, l = {} } or { [''] = {} }
local deadlines, leases, failed, failures, missing, fromReserved = {}, {}, {}, {}, {}, {}
-- The terms of the last job, and what is written of them: most jobs share theirs
local same = { ttr = 0, max = 0, attempt = 0, priority = '', deadline = 0, score = '', lease = '', mark = '' }

local function fail(id, attempts, due, host, reason, priority)
	local n = #failures
	failures[n + 1], failures[n + 2] = id, failureText(attempts, due, host, reason, priority)
end

-- A job without a record gets an empty one, because what has failed must be in jobs, too.
local function bury(id, kept, attempts, due, host, reason, priority)
	missing[#missing + 1] = (not kept) and id or nil
	fail(id, attempts, due, host, reason, priority)
	failed[#failed + 1], failed[#failed + 2] = now, id
	fromReserved[#fromReserved + 1] = id
	local n = #buried
	buried[n + 1], buried[n + 2], buried[n + 3], buried[n + 4] = id, attempts, host, reason
end

-- Returns whether the job is handed over. One whose record cannot be read is buried; one that does not fit into the
-- call any more stays where it is, and so do all after it. What moves is noted in `moved`.
local function take(id, text, attempt, visible, due, moved)
	local ttr, max, size, priority = record(text)
	full = full or (ttr and taken > 0 and size > room)
	if full then
		return false
	end
	moved[#moved + 1] = id
	if not ttr then
		bury(id, text, attempt - 1, due, 'redis', 'The record of the job cannot be read')
		return false
	end
	ttr, max = (ttr > 0) and ttr or tonumber(ARGV[5]), (max > 0) and max or tonumber(ARGV[6])
	if same.ttr ~= ttr or same.attempt ~= attempt or same.max ~= max or same.priority ~= priority then
		same.ttr, same.attempt, same.max, same.priority, same.deadline = ttr, attempt, max, priority, scoreOf(soon + ttr)
		same.score = string.format('%.17g', same.deadline)
		same.lease = string.format('%s;%.0f;%.0f;%.0f', ARGV[3], attempt, max, ttr)
		same.mark = (priority == '') and '' or ';' .. priority
		earliest = math.min(earliest or same.deadline, same.deadline)
	end
	if same.visible ~= visible or same.due ~= due then
		same.visible, same.due, same.times = visible, due, string.format(';%.0f;%.0f', visible, due)
	end
	local n, m = #reply, #deadlines
	deadlines[m + 1], deadlines[m + 2] = same.score, id
	leases[m + 1], leases[m + 2] = id, same.lease .. same.times .. same.mark
	reply[n + 1], reply[n + 2], reply[n + 3] = id, text, attempt
	reply[n + 4], reply[n + 5], reply[n + 6], reply[n + 7] = max, visible, ttr, due
	taken, room = taken + 1, room - size
	return true
end
