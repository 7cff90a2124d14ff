-- Ends leases like ack, for a topic that keeps a history: the jobs are done, and their runs are kept in the same step.
-- Transition: RESERVED -> gone.
-- KEYS[1] reserved (ZSET), KEYS[2] jobs (HASH), KEYS[3] failures (HASH), KEYS[4] counters (HASH), KEYS[5] leases (HASH),
--   KEYS[7] runs (HASH), KEYS[8] run-ids (HASH), KEYS[9] run-records (HASH)
-- ARGV[3] the limits of the history, see _runs, then per job: id, token, how long the handler ran in ms ('' if unknown)
-- Returns {flags, per job: 1 done, 0 lease lost, or 2 left out because the call is full, see _runs}
-- A lease that cannot be read ends if it has the token, as by ack, but its run is not kept, and the flag 4 is returned.
-- Invariant: the script removes before it adds, so that it works when the server is out of memory.
--@include _time -- micros
local now = math.floor(micros / 1000)
--@include _runs -- runIds, heads, hosts, records, room, full, since, sinceSubmit, keepRuns
--@include _chunk -- largest, chunk
--@include _count -- count
local ids, held, done, places, reply, unread, token, isToken = {}, {}, {}, {}, { 0 }, 0, nil, nil
for i = 4, #ARGV, 3 do
	ids[#ids + 1] = ARGV[i]
end
local leases = redis.call('HMGET', KEYS[5], unpack(ids))
for i, id in ipairs(ids) do
	reply[1 + i] = 0
	if ARGV[2 + 3 * i] ~= token then
		token = ARGV[2 + 3 * i]
		isToken = not string.find(token, '[; ]')
	end
	if leases[i] and isToken and not places[id] and string.find(leases[i], token, 1, true) == 1
			and not string.find(leases[i], '^[^; ]', #token + 1) then
		held[#held + 1], places[id], reply[1 + i] = id, i, 2
	end
end
local lease, isRead, ttr, outcome, attempts, sinceDue, worker, host = nil, nil, nil, nil, nil, nil, nil, nil
local at, ended = 1, string.format('%d;', now)
while at <= #held and not full() do
	local part = chunk(held, at, 1, room)
	for i, record in ipairs(redis.call('HMGET', KEYS[2], unpack(part))) do
		if full() then
			break
		end
		local id = part[i]
--@include _ended
		done[#done + 1], reply[1 + places[id]] = id, 1
		largest = (record and #record > largest) and #record or largest
	end
	at = at + #part
end
if #done > 0 then
	redis.call('ZREM', KEYS[1], unpack(done))
	redis.call('HDEL', KEYS[5], unpack(done))
	redis.call('HDEL', KEYS[2], unpack(done))
	redis.call('HDEL', KEYS[3], unpack(done))
end
reply[1] = math.max(keepRuns(ARGV[3]), unread)
count('d', #done)
return reply
