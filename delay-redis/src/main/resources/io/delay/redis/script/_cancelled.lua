-- Fragment: cancelledRun(id, state, time) gathers the run of a job that will be cancelled, see _runs. Must be called
-- before the job is deleted. The sizes of its record and failures count.
-- KEYS[2] jobs (HASH), KEYS[5] leases (HASH), KEYS[7] failures (HASH)
--@include _origin -- attemptsOf, leaseOf, dueOf
--@include _runs -- room, finish
local function cancelledRun(id, state, time)
	local failures = redis.call('HGET', KEYS[7], id)
	room = room - #(failures or '')
	local due, attempts = dueOf(id, state, time, failures), attemptsOf(failures)
	local held = state == 3 and leaseOf(redis.call('HGET', KEYS[5], id))
	attempts = held and (held.failed or held.attempt) or attempts
	finish(id, 'c', attempts, due >= 0 and due or nil, nil, nil, redis.call('HGET', KEYS[2], id))
end
