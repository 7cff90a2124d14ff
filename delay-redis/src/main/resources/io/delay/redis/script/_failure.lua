-- Part of failureText of _attempts: a failure, and the two before it, which are in the text. Details are the run time of
-- the handler in ms (empty if it is unknown), a line feed and the stack trace; nil if there are neither. Sets details,
-- and defines earlier, the two failures before. This is no function, because scripts that record no failure would
-- create it, too.
-- A failure is: time in ms;host<LF>error<RS>attempt;details<RS>. RS is a byte 30, which occurs in none of these values.
-- Of an earlier failure, the line feed and the stack trace are left out if the next failure has the same stack trace.
-- Long values are searched for single bytes and not matched with patterns, which takes many times as long.
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
