-- Fragment: the finished runs of a partition. finish(id, outcome, attempts, due, started, host, record) gathers the run of
-- a job that the script will delete; times are in ms, due is nil if it is unknown, started and host are nil if no worker
-- held the job. keepRuns() then stores the gathered runs and removes old ones; it returns 0, or the flag 4 if that failed,
-- because an error of the history must not prevent the end of a job. full() returns whether the records of the gathered
-- runs exceed the size of a call, which scripts also count in room. Then further jobs are left out, and the caller sends
-- them again. Needs now.
-- The last of KEYS: runs (STREAM): id, run, and record if payloads are kept. The ids of entries are the time in ms and a
--   number below 1024, and they increase even if the clock goes back.
-- ARGV[3] the limits: about how many runs are kept, ';', their maximum age in ms or '', ';', 1 if payloads are kept,
--   otherwise 0; '' if there is no history
-- Run: outcome (d done, h done by the failure handler, c cancelled, e expired) and time of its end; ms since the start,
--   the due time and the submit ('' if unknown); attempts; host ('' for none), all separated by semicolons
local runs, known, room = {}, {}, 262144
local function full()
	return room < 0
end

local function since(time)
	return time and string.format('%d', now - time) or ''
end

local function finish(id, outcome, attempts, due, started, host, record)
	if known[id] then
		return
	end
	known[id], record = true, record or ''
	room = room - #record
	-- The first pattern is for records whose first header it is, because the other one is tried at each character
	local submitted = string.match(record, '^[^\n]*\ndelay_submittedAt=(%d+)[^\n]*\n')
		or string.match(string.match(record, '^[^\n]*(\n[^\n]*\n)') or '', '[\n&]delay_submittedAt=(%d+)')
	local run = string.format('%s%d;%s;%s;%s;%d;%s', outcome, now, since(started and math.min(started, now)), since(due),
		since(submitted and math.min(submitted, now)), attempts, host or '')
	runs[#runs + 1] = string.sub(ARGV[3], -1) == '1' and { 'id', id, 'run', run, 'record', record } or { 'id', id, 'run', run }
end

local function store()
	local time, number = now, -1
	local newest = redis.call('XREVRANGE', KEYS[#KEYS], '+', '-', 'COUNT', 1)[1]
	local last, numbered = string.match(newest and newest[1] or '', '^(%d+)-(%d+)$')
	if last and last + 0 >= now then
		time, number = last + 0, numbered + 0
	end
	if number + #runs >= 1024 then
		time, number = time + 1, -1
	end
	for i, run in ipairs(runs) do
		redis.call('XADD', KEYS[#KEYS], string.format('%d-%d', time, number + i), unpack(run))
	end
	local most, age = string.match(ARGV[3], '^(%d+);(%d*);')
	redis.call('XTRIM', KEYS[#KEYS], 'MAXLEN', '~', most)
	if age ~= '' then
		redis.call('XTRIM', KEYS[#KEYS], 'MINID', '~', string.format('%d', math.max(0, now - age)))
	end
end

local function keepRuns()
	return (#runs == 0 or pcall(store)) and 0 or 4
end
