-- Part of _take: gathers the failures that a reserve records. fail(id, ...) adds a failure, bury(id, ...) a job that
-- becomes FAILED. Reading the earlier failures counts towards the size of the call.
-- KEYS[7] failures (HASH)
local failed, failures, missing, fromReserved = {}, {}, {}, {}

local function fail(id, attempts, due, host, reason, priority, stalls)
	local n, text = #failures, redis.call('HGET', KEYS[7], id)
	room = room - #(text or '')
	failures[n + 1], failures[n + 2] = id, failureText(text, attempts, due, host, reason, priority, stalls)
end

-- A job without a record gets an empty one, because each failed job must be in jobs, too.
local function bury(id, kept, attempts, due, host, reason, priority)
	missing[#missing + 1] = (not kept) and id or nil
	fail(id, attempts, due, host, reason, priority)
	failed[#failed + 1], failed[#failed + 2] = now, id
	fromReserved[#fromReserved + 1] = id
	local n = #buried
	buried[n + 1], buried[n + 2], buried[n + 3], buried[n + 4] = id, attempts, host, reason
end
