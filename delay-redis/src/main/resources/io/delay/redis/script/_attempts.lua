-- Fragment: the text in failures of a job that has been released or has failed. attemptsOf(text) returns the number of
-- failed attempts, 0 for none; the due time in ms, nil if there is no text, because the score of such a job is its due
-- time; the stalls (see _stalled); and the failed attempts of the failure handler. failureText(text, attempts, due, host,
-- error, priority, stalls, details, handled) returns the text after a failure, see _failure; text is the one before, false
-- if there is none; handled is 0 for a job that will wait for a failure handler. The text contains the priority, so that a
-- kick need not read the whole record. handlingText(text, handled, stalls) returns the text of a job in failure handling
-- after an attempt of the failure handler. Needs _clock.
-- Text: attempts, h or l for a priority, s and a number for stalls, f and a number for the failed attempts of the failure
--   handler;due time;the failures. For a job that was released and has never failed, see _released: 0;due time. All times
--   are in ms.
local function attemptsOf(text)
	local attempts, stalls, handled, due = string.match(text or '', '^(%d+)[hl]?s?(%d*)f?(%d*);(%d+)')
	return tonumber(attempts) or 0, tonumber(due), tonumber(stalls) or 0, tonumber(handled) or 0
end

local function counted(stalls, handled)
	return ((stalls or 0) > 0 and string.format('s%.0f', stalls) or '') .. (handled and string.format('f%.0f', handled) or '')
end

local function handlingText(text, handled, stalls)
	return (string.gsub(text or '0;0', '^(%d+[hl]?)s?%d*f?%d*', '%1' .. counted(stalls, handled)))
end

local function failureText(text, attempts, due, host, error, priority, stalls, details, handled)
	local first = string.format('%.0f%s%s;%.0f;', attempts, priority or '', counted(stalls, handled), due)
--@include _failure -- earlier
	return first .. string.format('%.0f;', now) .. host .. '\n' .. error .. '\30' .. string.format('%.0f;', attempts)
		.. details .. '\30' .. earlier
end
