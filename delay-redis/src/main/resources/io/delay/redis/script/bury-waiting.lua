-- Buries waiting jobs at the request of an operator.
-- Transition: DELAYED or READY -> FAILED; the attempts so far are kept. Jobs in other states are not changed. A lease
--   of a job that is held ahead becomes void.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[6] failed (ZSET),
--   KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET),
--   KEYS[12] handling (ZSET), KEYS[10] counters (HASH)
-- ARGV[1] channel, ARGV[3] host, ARGV[4] error, then the ids
-- Returns {flags, per job: state found (0 none)}; jobs at the end are left out after 256 KB of failures
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _fence -- micros, flags, priorities, ahead, queues, now, behind, saveClock
--@include _state -- waiting, levels, takeBack, stateOf
--@include _attempts -- attemptsOf, failureText
--@include _waiting -- removeWaiting
--@include _count -- count
local reply, moved, room = { 0 }, 0, 262144
redis.call('ZCARD', KEYS[4])
redis.call('ZREM', KEYS[6], '')
redis.call('HLEN', KEYS[7])
for i = 5, #ARGV do
	if room < 0 then
		break
	end
	local id = ARGV[i]
	local found, time, level, held = stateOf(id)
	if found == 1 or found == 2 then
		local noted = redis.call('HGET', KEYS[7], id)
		local attempts, due = attemptsOf(noted)
		room = room - #(noted or '')
		local priority = string.match(noted or '', '^%d+([hl])') or string.match(level, '[hl]')
		redis.call('HSET', KEYS[7], id, failureText(noted, attempts, due or time, ARGV[3], ARGV[4], priority))
		redis.call('ZADD', KEYS[6], now, id)
		removeWaiting(id)
		if held then
			takeBack(id)
		end
		moved = moved + 1
	end
	reply[#reply + 1] = found
end
if moved > 0 then
	saveClock()
	count('b', moved)
end
reply[1] = flags
return reply
