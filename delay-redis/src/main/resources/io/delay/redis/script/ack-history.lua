-- Ends leases like ack, for a topic that keeps a history: the jobs are done, and their runs are kept in the same step.
-- Transition: RESERVED -> gone.
-- KEYS[2] jobs (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[7] failures (HASH), KEYS[10] counters (HASH),
--   KEYS[14] runs (STREAM)
-- ARGV[3] the limits of the history, see _runs, then per job: id, token, how long the handler ran in ms ('' if unknown)
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out because the call is full, see _runs}
-- Invariant: the script removes before it adds, so that it works when the server is out of memory.
--@include _time -- micros
local now = math.floor(micros / 1000)
--@include _lease -- hostOf, lease, endLease
--@include _done -- full, keepRuns, finished
--@include _count -- count
local reply, done = { 0 }, 0
for i = 4, #ARGV, 3 do
	local id = ARGV[i]
	local held = lease(id, ARGV[i + 1])
	if held and not full() then
		finished(id, held, ARGV[i + 2])
		endLease(id)
		redis.call('HDEL', KEYS[2], id)
		redis.call('HDEL', KEYS[7], id)
		reply[#reply + 1], done = 1, done + 1
	else
		reply[#reply + 1] = held and 2 or 0
	end
end
reply[1] = keepRuns()
count('d', done)
return reply
