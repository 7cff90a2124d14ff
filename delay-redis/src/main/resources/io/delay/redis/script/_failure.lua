-- Part of failureText of _attempts: a failure, and the two before it, which are in the text. Details are the run time of
-- the handler in ms (empty if it is unknown), a line feed and the stack trace; nil if there are neither. Sets details,
-- and defines earlier, the two failures before. This is no function, because scripts that record no failure would
-- create it, too.
-- A failure is: time in ms;host<LF>error<RS>attempt;details<RS>. RS is a byte 30, which occurs in none of these values.
-- Of an earlier failure, the line feed and the stack trace are left out if the next failure has the same stack trace.
-- Versions without stack traces read everything after the first host as the error. Texts that they write end after the
-- error. An error that they write during failure handling may contain RS and a part of the details.
details = details or '\n'
local earlier, former, kept = '', string.match(text or '', '^(%d+)[hl]?s?%d*;%d+;(%d+;.+)$')
if former then
	if string.byte(kept, -1) ~= 30 then
		kept = string.gsub(kept, '\30', '\n') .. '\30' .. former .. ';\n\30'
	end
	local last, head, before, rest = string.match(kept, '^([^\30]*\30)([^\30\n]*)\n?([^\30]*)\30(.*)$')
	if last then
		local second = string.match(rest, '^[^\30]*\30[^\30]*\30') or ''
		local isSame = before == string.match(details, '\n(.*)$')
		earlier = last .. head .. (isSame and '' or '\n' .. before) .. '\30' .. second
	end
end
