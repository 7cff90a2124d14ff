-- Fragment: releaseText(text, due) returns the text in failures of a job that is released, see _attempts: the failures
-- are kept without the stalls, and a time in the future becomes the present time. Needs _clock.
local function releaseText(text, due)
	local attempts, dueTime, time, rest = string.match(text or '', '^(%d+[hl]?)s?%d*(;%d+;)(%d+)();')
	return attempts and string.format('%s%s%.0f', attempts, dueTime, math.min(now, time)) .. string.sub(text, rest)
		or string.format('0;%.0f;%.0f', due, now)
end
