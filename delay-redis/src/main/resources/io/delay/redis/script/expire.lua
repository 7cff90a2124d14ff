-- Ends leases: the jobs have expired before their handlers were called.
-- Transition: RESERVED -> gone.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[7] failures (HASH),
--   KEYS[10] counters (HASH), KEYS[14] runs (STREAM)
-- ARGV[3] the limits of the history, see _runs, '' if none is kept, then per job: id, token
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out because the call is full, see _runs}
-- Invariant: the script removes before it adds, so that it works when the server is out of memory.
--@include _time -- micros
local now = math.floor(micros / 1000)
--@include _lease -- lease, endLease
--@include _runs -- full, finish, keepRuns
--@include _count -- count
local reply, expired = { 0 }, 0
for i = 4, #ARGV, 2 do
	local id, done = ARGV[i], 0
	local held = lease(id, ARGV[i + 1])
	if held and full() then
		done = 2
	elseif held then
		if ARGV[3] ~= '' then
			finish(id, 'e', held.attempt - 1, held.due, nil, nil, redis.call('HGET', KEYS[2], id))
		end
		endLease(id)
		redis.call('HDEL', KEYS[2], id)
		redis.call('HDEL', KEYS[7], id)
		done, expired = 1, expired + 1
	end
	reply[#reply + 1] = done
end
reply[1] = keepRuns()
count('c', expired)
return reply
