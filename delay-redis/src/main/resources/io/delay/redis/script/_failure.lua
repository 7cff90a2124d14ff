-- Part of _attempts: recentFailures(text, attempts, host, error, details) returns the last three failures of a job,
-- newest first: the given one, and the two before it, which are in the text. Details are how long the handler ran in
-- ms, empty if this is unknown, a line feed and the stack trace; nil for neither. Needs _clock.
-- A failure is: time in ms;host<LF>error<RS>attempt;details<RS>. RS, a byte 30, is in none of them. Of an earlier
-- failure, the line feed and the stack trace are left out if the next failure has the same stack trace.
-- Versions without stack traces read all of this after the first host as the error. Their text ends after the error,
-- which may contain RS and a part of the details if they wrote it during failure handling.
local function earlierFailures(text, trace)
	local attempts, kept = string.match(text or '', '^(%d+)[hl]?s?%d*;%d+;(%d+;.+)$')
	if not attempts then
		return ''
	end
	if string.byte(kept, -1) ~= 30 then
		kept = string.gsub(kept, '\30', '\n') .. '\30' .. attempts .. ';\n\30'
	end
	local error, head, before, rest = string.match(kept, '^([^\30]*\30)([^\30\n]*)\n?([^\30]*)\30(.*)$')
	if not error then
		return ''
	end
	local second = string.match(rest, '^[^\30]*\30[^\30]*\30') or ''
	return error .. head .. ((before ~= trace) and '\n' .. before or '') .. '\30' .. second
end

local function recentFailures(text, attempts, host, error, details)
	details = details or '\n'
	return string.format('%.0f;', now) .. host .. '\n' .. error .. '\30' .. string.format('%.0f;', attempts) .. details
		.. '\30' .. earlierFailures(text, string.match(details, '\n(.*)$'))
end
