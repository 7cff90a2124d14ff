-- Fragment: gathers the decisions of a reserve (take, and fail and bury of _failed), which _commit writes. KEYS and
-- ARGV as in reserve. Latest is the time of the last job that is held ahead.
local buried, redelivered = {}, { 0, 0 }
local reply, taken, earliest, latest = { 0, micros, 0, buried, redelivered }, 0, nil, nil
local progress = (ARGV[8] == 'pull') and '' or 'u'
local room, full = tonumber(ARGV[7]), false
local fromWaiting = priorities and { [''] = {}, h = {}, l = {} } or { [''] = {} }
local deadlines, leases = {}, {}
local leaseFormat = (ARGV[11] or '0') ~= '0' and '%s;%.0f;0%.0f;%.0f' or '%s;%.0f;%.0f;%.0f'
-- The terms of the last job and their text, because most jobs have the same terms
local same = { ttr = 0, max = 0, attempt = 0, priority = '', stalls = 0, start = 0, deadline = 0,
	score = '', lease = '', mark = '' }
--@include _failed -- bury

-- Returns whether the job is handed over. A job whose record cannot be parsed is buried. A job that no longer fits into
--   the call is not moved, nor are jobs after it. Jobs that move are added to `moved`. Stalls is 0 if nil; alone is 2
--   for a job that must be isolated, otherwise nil. Most is the maximum number of attempts in failure handling.
local function take(id, text, attempt, visible, due, moved, stalls, alone, most)
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
	ttr, max = (ttr > 0) and ttr or tonumber(ARGV[5]), most or (max > 0) and max or tonumber(ARGV[6])
	stalls = stalls or 0
	local start, isAhead = soon, visible > now and not behind
	if isAhead then
		start, latest = visible, math.max(latest or visible, visible)
		redelivered[2] = redelivered[2] + 1
	end
	if same.ttr ~= ttr or same.attempt ~= attempt or same.max ~= max or same.priority ~= priority
		or same.stalls ~= stalls or same.start ~= start or same.isAhead ~= isAhead then
		same.ttr, same.attempt, same.max, same.priority, same.stalls = ttr, attempt, max, priority, stalls
		same.start, same.isAhead, same.deadline = start, isAhead, scoreOf(start + ttr)
		same.score = string.format('%.17g', same.deadline)
		same.lease = string.format(leaseFormat, ARGV[3], attempt, max, ttr)
		same.mark = priority .. (isAhead and 'a' or progress) .. (stalls > 0 and string.format('%.0f', stalls) or '')
		same.mark = (same.mark == '') and '' or ';' .. same.mark
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
	if stalls > 0 then
		redelivered[#redelivered + 1], redelivered[#redelivered + 2] = taken, alone or 1
	end
	taken, room = taken + 1, room - size
	return true
end
