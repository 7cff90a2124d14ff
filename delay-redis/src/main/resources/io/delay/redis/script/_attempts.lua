-- Fragment: the text in failures of a job that has been released or has failed. attemptsOf(text) returns the number of
-- failed attempts, 0 for none; the due time in ms, nil if there is no text, because the score of such a job is its due
-- time; the stalls (see _stalled); and the failed attempts of the failure handler. failureText(text, attempts, due,
-- host, error, priority, stalls, details, handled) returns the text after a failure; text is the one before, false if
-- there is none; details are the run time of the handler in ms (empty if it is unknown), a line feed and the stack
-- trace; handled is 0 for a job that will wait for a failure handler. The text contains the priority, so that a kick
-- need not read the whole record. handlingText(text, handled, stalls) returns the text of a job in failure handling
-- after an attempt of the failure handler. Needs _clock.
-- Text: attempts, h or l for a priority, s and a number for stalls, f and a number for the failed attempts of the failure
--   handler;due time;the failures. For a job that was released and has never failed, see _released: 0;due time. All times
--   are in ms.
-- The failures are the last three, each: time in ms;host<LF>error<RS>attempt;details<RS>. RS is a byte 30. Of an earlier
--   failure, the line feed and the stack trace are left out if the next failure has the same stack trace. Long values
--   are searched for single bytes and not matched with patterns, which takes many times as long.
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
	details = details or '\n'
	local earlier, at = '', string.match(text or '', '^%d+[hl]?s?%d*f?%d*;%d+;()')
	if at then
		local kept = string.sub(text, at)
		local head = string.find(kept, '\30', 1, true)
		local last = head and string.find(kept, '\30', head + 1, true)
		if last then
			local line = string.find(kept, '\n', head + 1, true)
			line = line and line < last and line or last
			local third = string.find(kept, '\30', last + 1, true)
			third = third and string.find(kept, '\30', third + 1, true) or last
			local before = string.sub(kept, line + 1, last - 1)
			before = (before == string.match(details, '\n(.*)$')) and '' or '\n' .. before
			earlier = string.sub(kept, 1, line - 1) .. before .. string.sub(kept, last, third)
		end
	end
	return first .. string.format('%.0f;', now) .. host .. '\n' .. error .. '\30' .. string.format('%.0f;', attempts)
		.. details .. '\30' .. earlier
end
