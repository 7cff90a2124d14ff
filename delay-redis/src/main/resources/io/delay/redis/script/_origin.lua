-- Fragment: dueOf(id, state, time, failures) returns the due time of a job in ms, -1 if it is not known, and its
-- holder if it is RESERVED: {token, attempt, max attempts, since when in ms, 1 in failure handling, otherwise 0}, {} if
-- no worker holds it. Until a job is first handed over, its time is its due time.
-- KEYS[5] leases (HASH)
--@include _attempts -- attemptsOf
--@include _terms -- leaseOf
local function dueOf(id, state, time, failures)
	local _, due = attemptsOf(failures)
	local holder = nil
	if state == 3 then
		local held = leaseOf(redis.call('HGET', KEYS[5], id))
		due, holder = held and held.due or due, {}
		if held and held.token ~= '-' then
			holder = { held.token, held.attempt, held.max, held.since or time - held.ttr, held.failed and 1 or 0 }
		end
	elseif state ~= 4 and not failures then
		due = time
	end
	return due or -1, holder
end
