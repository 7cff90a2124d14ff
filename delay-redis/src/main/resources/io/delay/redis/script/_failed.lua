-- Part of _take: gathers what a reserve notes as failed. fail(id, ...) adds the note of a failure, bury(id, ...) a job that
-- is FAILED from now on.
local failed, failures, missing, fromReserved = {}, {}, {}, {}

local function fail(id, attempts, due, host, reason, priority, stalls)
	local n = #failures
	failures[n + 1], failures[n + 2] = id, failureText(attempts, due, host, reason, priority, stalls)
end

-- A job without a record gets an empty one, because what has failed must be in jobs, too.
local function bury(id, kept, attempts, due, host, reason, priority)
	missing[#missing + 1] = (not kept) and id or nil
	fail(id, attempts, due, host, reason, priority)
	failed[#failed + 1], failed[#failed + 2] = now, id
	fromReserved[#fromReserved + 1] = id
	local n = #buried
	buried[n + 1], buried[n + 2], buried[n + 3], buried[n + 4] = id, attempts, host, reason
end
