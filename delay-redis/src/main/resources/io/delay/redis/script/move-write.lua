-- Stores jobs that were read from another partition. Jobs that exist already are not changed, because an earlier call
-- stored them.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET),
--   KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] the layout during the move, 'from>to;move', then per job: id, place, time in ms, record, failures, as in
--   move-read
-- Returns {flags, number of jobs that were stored}
-- Invariant: a key of the wrong type makes the script fail before any job moves. A record in no state, because Redis
--   refused a command, is replaced, because keeping it would lose the job.
--@include _move -- flags, priorities, queues, now
--@include _find -- waiting, levels, find
--@include _waiting -- addWaiting
local written = 0
redis.call('ZCARD', KEYS[4])
redis.call('ZCARD', KEYS[6])
redis.call('HLEN', KEYS[7])
for i = 4, #ARGV, 5 do
	local id, place = ARGV[i], ARGV[i + 1]
	if redis.call('HSETNX', KEYS[2], id, ARGV[i + 3]) == 1 or find(id) == 0 then
		redis.call('HSET', KEYS[2], id, ARGV[i + 3])
		if place == 'f' then
			redis.call('ZADD', KEYS[6], ARGV[i + 2], id)
		else
			local time = tonumber(ARGV[i + 2])
			addWaiting(time, id, place)
		end
		if ARGV[i + 4] ~= '' then
			redis.call('HSET', KEYS[7], id, ARGV[i + 4])
		end
		written = written + 1
	end
end
return { flags, written }
