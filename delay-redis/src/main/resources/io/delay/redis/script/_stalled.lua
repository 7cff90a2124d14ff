-- Fragment: what it costs a job that its lease ran out. A lease has stalled if its worker did not report that it was alive: it
-- crashed, was frozen or was cut off. Stalls counts those in a row; an exception, a release and a kick end the row.
-- ranOut(held) returns the attempts that have failed from now on, whether that was the last one, the stalls, and whether the
-- note of the last failure stays as it is. The attempt does not count if the handler had not begun as far as anybody knows.
-- That is certain if the worker would have reported the start before, and then it is no stall either.
-- isolated(attempt, max, stalls) says whether a job is to be handled alone, since it may be what ends its workers.
local function ranOut(held)
	if held.progress == 'u' then
		local certain = held.stalls > 0 or held.max == 1
		return held.attempt - 1, false, certain and held.stalls or 1, held.stalls > 0
	end
	local last = held.attempt >= held.max
	return held.attempt, last, (held.progress == 's' and not last) and held.stalls + 1 or 0, false
end

local function isolated(attempt, max, stalls)
	return stalls >= 2 or (stalls == 1 and attempt >= max)
end
