-- Fragment: gathers the decisions of a reserve (take, and fail and bury of _failed), which _commit writes. KEYS and
-- ARGV as in reserve. Latest is the time of the last job that is held ahead; late is how long the jobs were ready, zero
-- for jobs that are held ahead, in ms. Lua takes several times as long for other formats of numbers than %d.
local buried, redelivered = {}, { 0, 0 }
local reply, taken, earliest, latest, late = { 0, micros, 0, buried, redelivered }, 0, nil, nil, 0
local fromWaiting = { [''] = {}, h = {}, l = {}, i = {}, f = {} }
local deadlines, leases, room, full = {}, {}, ARGV[7] + 0, false
-- The terms of the last job and their text, because most jobs have the same terms
local sameTtr, sameMax, sameAttempt, samePriority, sameStalls, sameStart, sameAhead, sameVisible, sameDue, sameScore
local sameLease, sameTimes, sameMark
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
		bury(id, attempt - 1, due, 'redis', 'The record of the job cannot be read')
		return false
	end
	ttr, max = (ttr > 0) and ttr or ARGV[5] + 0, most or (max > 0) and max or ARGV[6] + 0
	stalls = stalls or 0
	local start, isAhead = soon, visible > now and not behind
	if isAhead then
		start, latest = visible, math.max(latest or visible, visible)
		redelivered[2] = redelivered[2] + 1
	elseif visible < now then
		late = late + now - visible
	end
	if sameTtr ~= ttr or sameAttempt ~= attempt or sameMax ~= max or samePriority ~= priority or sameStalls ~= stalls
		or sameStart ~= start or sameAhead ~= isAhead then
		local deadline = start + ttr
		sameTtr, sameAttempt, sameMax, samePriority, sameStalls, sameStart = ttr, attempt, max, priority, stalls, start
		sameAhead = isAhead
		sameScore = string.format('%d', deadline)
		sameLease = string.format((ARGV[11] or '0') ~= '0' and '%s;%d;0%d;%d' or '%s;%d;%d;%d', ARGV[3], attempt, max, ttr)
		sameMark = (isAhead and 'a' or ARGV[8] == 'pull' and '' or 'u') .. (stalls > 0 and string.format('%.0f', stalls) or '')
		sameMark = (priority .. sameMark == '') and '' or ';' .. priority .. sameMark
		earliest = math.min(earliest or deadline, deadline)
	end
	if sameVisible ~= visible or sameDue ~= due then
		sameVisible, sameDue, sameTimes = visible, due, string.format(';%d;%d', visible, due)
	end
	local n, m = #reply, #deadlines
	deadlines[m + 1], deadlines[m + 2] = sameScore, id
	leases[m + 1], leases[m + 2] = id, sameLease .. sameTimes .. sameMark
	reply[n + 1], reply[n + 2], reply[n + 3] = id, text, attempt
	reply[n + 4], reply[n + 5], reply[n + 6], reply[n + 7] = max, visible, ttr, due
	if stalls > 0 then
		redelivered[#redelivered + 1], redelivered[#redelivered + 2] = taken, alone or 1
	end
	taken, room = taken + 1, room - size
	return true
end
