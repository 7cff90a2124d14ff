-- Fragment: dueTime(text), when a job is due, in ms. Needs _clock.
-- '+n' is n ms from now, 'n' that instant, or now if it has passed.
local function dueTime(text)
	local value = tonumber(text)
	if string.byte(text) == 43 then
		return value == 0 and now or soon + value
	end
	return math.max(now, value)
end
