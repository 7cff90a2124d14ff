-- Fragment: releaseText(text, due) returns the text in failures of a job that is released, see _attempts: the failures
-- are kept without the stalls.
local function releaseText(text, due)
	return text and string.gsub(text, '^(%d+[hl]?)s%d+', '%1') or string.format('0;%.0f', due)
end
