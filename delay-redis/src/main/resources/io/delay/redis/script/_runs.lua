-- Fragment: the finished runs of a partition. A script gathers runs in runIds, heads, hosts and records: the id, the text
-- of the run up to the number of the previous one, the host, and the record. keepRuns(limits) then stores the gathered
-- runs, newest last, and returns 0, or the flag 4 if that failed. An error must not prevent the end of a job, so it is
-- caught. A call removes at most 200 runs more than it stores, so that a lower limit takes effect step by step. full()
-- returns whether the gathered runs are 150, or their records exceed the size of a call, which the script counts in
-- room (of cancelled jobs, with their failures). Then further jobs are left out, and the caller sends them again.
-- since(time) and sinceSubmit(record) return the ms until now as text, '' if the time is unknown. Needs now.
-- The last three of KEYS: runs (HASH): number -> run, and last -> the number of the newest run; the numbers are
--   consecutive; run-ids (HASH): id -> the number of the newest run of the id; run-records (HASH): number -> record,
--   only if payloads are kept
-- Limits: max count, ';', max age in ms or '', ';', 1 if payloads are kept, otherwise 0
-- Run: outcome (d done, h done by the failure handler, c cancelled, e expired) and time of its end; ms since the start,
--   the due time and the submit ('' if unknown); attempts; number of the previous run of the same id, '' if there is none; host
--   ('' for none); id, all separated by semicolons
local runIds, heads, hosts, records, room = {}, {}, {}, {}, 262144
local function full()
	return room < 0 or #runIds >= 150
end

local function since(time)
	return time and string.format('%d', now - time) or ''
end

-- The first pattern is for records whose first header it is, because the other one is tried at each character.
local function sinceSubmit(record)
	local time = string.match(record, '^[^\n]*\ndelay_submittedAt=(%d+)[^\n]*\n')
		or string.match(string.match(record, '^[^\n]*(\n[^\n]*\n)') or '', '[\n&]delay_submittedAt=(%d+)')
	local past = time and now - time
	return past and ((past > 0) and string.format('%d', past) or '0') or ''
end

--@include _store -- store
local function keepRuns(limits)
	return (limits == '' or #runIds == 0 or pcall(store, limits)) and 0 or 4
end
