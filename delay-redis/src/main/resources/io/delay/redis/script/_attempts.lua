-- Fragment: the text in failures of a job that has been released or has failed. attemptsOf(text) returns the number of
-- failed attempts, 0 for none; the due time in ms, nil if there is no text, because the score of such a job is its due
-- time; and the stalls (see _stalled). failureText(text, attempts, due, host, error, priority, stalls, details) returns
-- the text after a failure, see _failure; text is the one before, false if there is none. It contains the priority, so
-- that a kick need not read the whole record. Needs _clock.
-- Text: attempts, h or l for a priority, s and a number for stalls;due time;the failures. For a job that was released
--   and has never failed, see _released: 0;due time. All times are in ms.
local function attemptsOf(text)
	local attempts, stalls, due = string.match(text or '', '^(%d+)[hl]?s?(%d*);(%d+)')
	return tonumber(attempts) or 0, tonumber(due), tonumber(stalls) or 0
end

local function failureText(text, attempts, due, host, error, priority, stalls, details)
	local row = (stalls or 0) > 0 and string.format('s%.0f', stalls) or ''
	local first = string.format('%.0f%s%s;%.0f;', attempts, priority or '', row, due)
--@include _failure -- earlier
	return first .. string.format('%.0f;', now) .. host .. '\n' .. error .. '\30' .. string.format('%.0f;', attempts)
		.. details .. '\30' .. earlier
end
