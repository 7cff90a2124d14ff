-- Fragment: the effect of an expired lease on its job. A lease has stalled if its worker did not report that it was
-- alive, because it crashed, was frozen or was disconnected. Stalls is the number of successive stalls; an exception, a
-- release and a kick reset it. ranOut(held) returns the new number of failed attempts, whether this was the last
-- attempt, the stalls, and whether the text of the last failure is kept. The attempt does not count if the worker
-- reports starts but has not reported this one. If the start had to be reported before the handler began, because there
-- are stalls or only one attempt, the handler has not begun, and the lease has not stalled either. isolated(attempt,
-- max, stalls) returns whether a job may be the cause of the crashes of its workers. Such a job waits in `isolated`, and
-- a process handles at most one at a time.
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
