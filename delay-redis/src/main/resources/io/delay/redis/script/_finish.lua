-- Fragment: the finished runs of a partition. finish(id, outcome, attempts, due, started, host, record) gathers a run;
-- outcome is d (done), h (done by the failure handler) or c (cancelled); times are in ms, due is nil if it is unknown,
-- started and host are nil if the job was cancelled. keepRuns(limits) then stores the gathered runs, newest last, and
-- returns 0, or the flag 4 if that failed. An error must not prevent the end of a job, so it is caught. A call removes
-- at most 200 runs more than it stores, so that a lower limit takes effect step by step. full() returns whether the
-- gathered runs are 150, or their records exceed the size of a call (of cancelled jobs, with their failures). Then
-- further jobs are left out, and the caller sends them again. Needs now.
-- KEYS[12] runs (HASH): number -> run, and last -> the number of the newest run; the numbers are consecutive
-- KEYS[13] run-ids (HASH): id -> the number of the newest run of the id
-- KEYS[14] run-records (HASH): number -> record, only if payloads are kept
-- Limits: max count, ';', max age in ms or '', ';', 1 if payloads are kept, otherwise 0
-- Run: outcome and time of its end; ms since the start, the due time and the submit ('' if unknown); attempts; number
--   of the previous run of the same id, '' if there is none; host ('' for none); id, all separated by semicolons
local runs, room, known = {}, 262144, {}
local function full()
	return room < 0 or #runs >= 150
end

local function since(time)
	return time and string.format('%.0f', now - time) or ''
end

local function finish(id, outcome, attempts, due, started, host, record)
	if known[id] then
		return
	end
	known[id], room = true, room - #(record or '')
	local head = string.match(record or '', '^[^\n]*(\n[^\n]*\n)')
	local submitted = tonumber(string.match(head or '', '[\n&]delay_submittedAt=(%d+)') or '')
	local first = string.format('%s%.0f;%s;%s;%s;%.0f;', outcome, now, since(started and math.min(started, now)),
		since(due), since(submitted and math.min(submitted, now)), attempts)
	runs[#runs + 1] = { id = id, first = first, rest = ';' .. (host or '') .. ';' .. id, record = record }
end

--@include _store -- store
local function keepRuns(limits)
	return (limits == '' or #runs == 0 or pcall(store, limits)) and 0 or 4
end
