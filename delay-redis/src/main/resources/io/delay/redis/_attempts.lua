-- Fragment: what is noted of a job that does not wait for the first time. attemptsOf(text) returns the attempts that
-- failed so far, 0 for none, and the due time in ms, nil if it is not noted: then the job waits for the first time, and its
-- score is its due time. failureText(attempts, due, host, error, priority) is the note of a
-- failure; it has the priority, because a kick must not read the whole record for it. Needs _clock.
-- releaseText(text, due) is the note of a release: a failure stays noted, but not for a time that lies ahead.
-- Text: attempts, h or l for a priority;due time in ms;time of the failure in ms;host<LF>error. For a job that was released
--   and has never failed: 0;due time in ms;time of the last release in ms
local function attemptsOf(text)
	local attempts, due = string.match(text or '', '^(%d+)[hl]?;(%d+)')
	return tonumber(attempts) or 0, tonumber(due)
end

local function failureText(attempts, due, host, error, priority)
	return string.format('%.0f%s;%.0f;%.0f;', attempts, priority or '', due, now) .. host .. '\n' .. error
end

local function releaseText(text, due)
	local head, time, rest = string.match(text or '', '^(%d+[hl]?;%d+;)(%d+)(;.*)$')
	return head and string.format('%s%.0f%s', head, math.min(now, time), rest) or string.format('0;%.0f;%.0f', due, now)
end
