-- Fragment: dueOf(id, state, time, failures) returns the due time of a job in ms, -1 if it is no longer known. Until a
-- job is first handed over, its time is its due time.
-- KEYS[5] leases (HASH)
--@include _attempts -- attemptsOf
--@include _terms -- leaseOf
local function dueOf(id, state, time, failures)
	local _, due = attemptsOf(failures)
	if state == 3 then
		local held = leaseOf(redis.call('HGET', KEYS[5], id))
		due = held and held.due or due
	elseif state ~= 4 then
		due = due or time
	end
	return due or -1
end
