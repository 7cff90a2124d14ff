-- Part of _attempts: recentFailures(text, attempts, host, error, details) returns the last three failures of a job,
-- newest first: the given one, and the two before it, which are in the text. Details are the run time of the handler in
-- ms (empty if it is unknown), a line feed and the stack trace; nil if there are neither. Needs _clock.
-- A failure is: time in ms;host<LF>error<RS>attempt;details<RS>. RS is a byte 30, which occurs in none of these values.
-- Of an earlier failure, the line feed and the stack trace are left out if the next failure has the same stack trace.
-- Versions without stack traces read everything after the first host as the error. Texts that they write end after the
-- error. An error that they write during failure handling may contain RS and a part of the details.
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
