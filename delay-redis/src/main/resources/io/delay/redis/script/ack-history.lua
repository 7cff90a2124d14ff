-- Ends leases like ack, for a topic that keeps a history: the jobs are done, and their runs are kept in the same step.
-- Transition: RESERVED -> gone.
-- KEYS[2] jobs (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[7] failures (HASH),
--   KEYS[10] counters (HASH), KEYS[12] runs (HASH), KEYS[13] run-ids (HASH), KEYS[14] run-records (HASH)
-- ARGV[3] the limits of the history, see _finish, then per job: id, token, how long the handler ran in ms ('' if
--   unknown)
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out because the call is full, see _finish}
-- A lease that cannot be read ends if it has the token, as by ack, but its run is not kept, and the flag 4 is returned.
-- Invariant: the script removes before it adds, so that it works when the server is out of memory.
--@include _time -- micros
local now = math.floor(micros / 1000)
--@include _done -- leaseOf, full, keepRuns, finished
--@include _count -- count
local ids, reply, seen, unread = {}, { 0 }, {}, 0
for i = 4, #ARGV, 3 do
	local id, done = ARGV[i], 0
	local text = not seen[id] and redis.call('HGET', KEYS[5], id)
	local held = text and string.match(text, '^[^; ]*') == ARGV[i + 1]
	if held and full() then
		done = 2
	elseif held then
		local lease = leaseOf(text)
		if lease then
			finished(id, lease, ARGV[i + 2])
		else
			unread = 4
		end
		ids[#ids + 1], seen[id], done = id, true, 1
	end
	reply[#reply + 1] = done
end
if #ids > 0 then
	redis.call('ZREM', KEYS[4], unpack(ids))
	redis.call('HDEL', KEYS[5], unpack(ids))
	redis.call('HDEL', KEYS[2], unpack(ids))
	redis.call('HDEL', KEYS[7], unpack(ids))
end
reply[1] = math.max(keepRuns(ARGV[3]), unread)
count('d', #ids)
return reply
