-- Fragment: attemptsOf(text) returns the attempts that failed so far, 0 for none. Text: attempts;time;host<LF>error
local function attemptsOf(text)
	return tonumber(string.match(text or '', '^(%d+);') or '') or 0
end
