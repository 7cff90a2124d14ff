-- Stores jobs that were read from another store. Jobs whose ids exist are not changed.
-- Transition: none -> DELAYED, READY or FAILED
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, place ('', h or l for a waiting job of that priority,
--   f for a failed job), time in ms, record, failures ('' for none, otherwise see _attempts)
-- Returns {flags, per job: 1 if it was stored, otherwise 0}
-- Invariant: a key of the wrong type makes the script fail before any job is stored. A record that is in no state,
--   because Redis refused a command, is replaced, because keeping it would lose the job. The first write adds data, so that a
--   server out of memory refuses the whole call.
--@include _open -- micros, flags, armed, priorities, paused, queues, now, microsUntil, saveClock
--@include _wake -- announce
--@include _find -- waiting, levels, find
--@include _waiting -- addWaiting
local reply, earliest = { 0 }, math.huge
redis.call('ZCARD', KEYS[4])
redis.call('HLEN', KEYS[5])
redis.call('ZCARD', KEYS[6])
redis.call('HLEN', KEYS[7])
for i = 3, #ARGV, 5 do
	local id, place, time, stored = ARGV[i], ARGV[i + 1], tonumber(ARGV[i + 2]), 0
	local new = redis.call('HSETNX', KEYS[2], id, ARGV[i + 3]) == 1
	if new or find(id) == 0 then
		if not new then
			redis.call('HSET', KEYS[2], id, ARGV[i + 3])
			redis.call('HDEL', KEYS[5], id)
			redis.call('HDEL', KEYS[7], id)
		end
		if place == 'f' then
			redis.call('ZADD', KEYS[6], ARGV[i + 2], id)
		else
			local score = time
			addWaiting(score, id, place)
			earliest = math.min(earliest, score)
		end
		if ARGV[i + 4] ~= '' then
			redis.call('HSET', KEYS[7], id, ARGV[i + 4])
		end
		stored = 1
	end
	reply[#reply + 1] = stored
end
if earliest < math.huge then
	announce(earliest)
end
saveClock()
reply[1] = flags
return reply
