-- Part of _take: gathers what a reserve does with jobs that it does not hand over. fail(id, ...) adds a failure, bury(id,
-- ...) a job that becomes FAILED, wait(level, id, text) a job that waits in `isolated` or `handling` from now on, and the
-- text of its failures if that changes. Reading the earlier failures counts towards the size of the call.
-- KEYS[2] jobs (HASH), KEYS[7] failures (HASH)
local failed, failures, missing, fromReserved, toQueues = {}, {}, {}, {}, { i = {}, f = {} }

local function fail(id, attempts, due, host, reason, priority, stalls, handled)
	local n, text = #failures, redis.call('HGET', KEYS[7], id)
	room = room - #(text or '')
	failures[n + 1], failures[n + 2] = id, failureText(text, attempts, due, host, reason, priority, stalls, nil, handled)
end

-- A job without a record gets an empty one, because each failed job must be in jobs, too.
local function bury(id, attempts, due, host, reason, priority)
	missing[#missing + 1] = (redis.call('HEXISTS', KEYS[2], id) == 0) and id or nil
	fail(id, attempts, due, host, reason, priority)
	failed[#failed + 1], failed[#failed + 2] = now, id
	fromReserved[#fromReserved + 1] = id
	local n = #buried
	buried[n + 1], buried[n + 2], buried[n + 3], buried[n + 4] = id, attempts, host, reason
end

local function wait(level, id, text)
	local n, queue = #failures, toQueues[level]
	queue[#queue + 1], queue[#queue + 2] = now, id
	fromReserved[#fromReserved + 1] = id
	if text then
		failures[n + 1], failures[n + 2] = id, text
	end
end
