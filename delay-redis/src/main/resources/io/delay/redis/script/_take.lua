-- Fragment: gathers the decisions of a reserve (take, and fail and bury of _failed), which _commit writes. KEYS and
-- ARGV as there.
local buried, redelivered = {}, { 0 }
local reply, taken, earliest = { 0, soon, 0, buried, redelivered }, 0, nil
local progress = (ARGV[8] == 'pull') and '' or 'u'
local room, full = tonumber(ARGV[7]), false
local fromWaiting = priorities and { [''] = {}, h = {}, l = {} } or { [''] = {} }
local deadlines, leases = {}, {}
-- The terms of the last job and their text, because most jobs have the same terms
local same = { ttr = 0, max = 0, attempt = 0, priority = '', stalls = 0, deadline = 0, score = '', lease = '', mark = '' }
--@include _failed -- bury

-- Returns whether the job is handed over. A job whose record cannot be parsed is buried. A job that no longer fits into
--   the call and the jobs after it are not moved. Jobs that move are added to `moved`. Stalls is 0 if nil; alone is 2
--   for a job that must be isolated, otherwise nil.
local function take(id, text, attempt, visible, due, moved, stalls, alone)
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
	stalls = stalls or 0
	if same.ttr ~= ttr or same.attempt ~= attempt or same.max ~= max or same.priority ~= priority
		or same.stalls ~= stalls then
		same.ttr, same.attempt, same.max, same.priority, same.deadline = ttr, attempt, max, priority, scoreOf(soon + ttr)
		same.stalls = stalls
		same.score = string.format('%.17g', same.deadline)
		same.lease = string.format('%s;%.0f;%.0f;%.0f', ARGV[3], attempt, max, ttr)
		same.mark = priority .. progress .. (stalls > 0 and string.format('%.0f', stalls) or '')
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
