-- Fragment: the text in failures of a job that has been released or has failed. attemptsOf(text) returns the number of
-- failed attempts, 0 for none; the due time in ms, nil if there is no text, because the score of such a job is its due
-- time; and the stalls (see _stalled). failureText(attempts, due, host, error, priority, stalls) returns the text of a
-- failure. It contains the priority, so that a kick need not read the whole record. Needs _clock.
-- releaseText(text, due) returns the text of a release: the last failure is kept without its stalls, and a time in the
-- future becomes the present time.
-- Text: attempts, h or l for a priority, s and a number for stalls;due time;time of the failure;host<LF>error. For a
--   job that was released and has never failed: 0;due time;time of the last release. All times are in ms.
local function attemptsOf(text)
	local attempts, stalls, due = string.match(text or '', '^(%d+)[hl]?s?(%d*);(%d+)')
	return tonumber(attempts) or 0, tonumber(due), tonumber(stalls) or 0
end

local function failureText(attempts, due, host, error, priority, stalls)
	local row = (stalls or 0) > 0 and string.format('s%.0f', stalls) or ''
	return string.format('%.0f%s%s;%.0f;%.0f;', attempts, priority or '', row, due, now) .. host .. '\n' .. error
end

local function releaseText(text, due)
	local attempts, dueTime, time, rest = string.match(text or '', '^(%d+[hl]?)s?%d*(;%d+;)(%d+)(;.*)$')
	return attempts and string.format('%s%s%.0f%s', attempts, dueTime, math.min(now, time), rest)
		or string.format('0;%.0f;%.0f', due, now)
end
