-- Fragment: dueTime(text), the score with which a job waits until it is due. Needs _clock. '+n' is n ms from now, 'n'
-- that instant in ms, or now if it has passed.
local function dueTime(text)
	local value = tonumber(text)
	if string.byte(text) == 43 then
		return scoreOf((value == 0) and now or soon + value)
	end
	return scoreOf(math.max(now, value))
end
