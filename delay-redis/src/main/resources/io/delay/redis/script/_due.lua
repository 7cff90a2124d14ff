-- Fragment: dueTime(text) returns the score with which a job waits until it is due. Needs _clock. Text is '+n' for n ms
-- from now, or 'n' for the instant n in ms; an instant that has passed counts as now.
local function dueTime(text)
	local value = tonumber(text)
	if string.byte(text) == 43 then
		return (value == 0) and now or soon + value
	end
	return math.max(now, value)
end
