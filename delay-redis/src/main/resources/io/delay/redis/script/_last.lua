-- Fragment: lastFailure(text) returns the text of a job in failures, see _attempts, without its stack trace and earlier
-- failures.
local function lastFailure(text)
	local last = text and string.match(text, '^[^\30]*\30[^\30\n]*\n')
	return last and last .. '\30' or text
end
