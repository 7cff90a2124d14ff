-- Fragment: the state of a job as users see it. stateOf(id) returns the same as find of _find, except for a job that
-- heldAhead of _ahead returns: it is DELAYED, its time is its due time, and the fourth value is its lease.
-- KEYS as in _find and _ahead
--@include _find -- find
--@include _ahead -- heldAhead
local function stateOf(id)
	local found, time, priority = find(id)
	local held = found == 3 and heldAhead(id)
	if held then
		return 1, held.visible, held.priority, held
	end
	return found, time, priority
end
