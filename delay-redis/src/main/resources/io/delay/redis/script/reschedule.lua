-- Gives waiting jobs a new due time.
-- Transition: DELAYED or READY -> DELAYED or READY; payload and attempts are kept. RESERVED and FAILED jobs are not
--   changed. A lease of a job that is held ahead becomes void.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[6] failed (ZSET),
--   KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET),
--   KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] due time ('+n' or 'n', ms), then the ids
-- Returns {flags, per job: state found (0 none)}; jobs at the end are left out after 256 KB of failures
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _fence -- micros, flags, armed, priorities, paused, ahead, queues, now, soon, behind, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _state -- waiting, levels, takeBack, stateOf
--@include _waiting -- addWaiting, removeWaiting
local reply, score, moved, room, isQueued = { 0 }, dueTime(ARGV[3]), false, 262144, false
if #ARGV > 4 then
	redis.call('ZCARD', KEYS[4])
	redis.call('ZCARD', KEYS[6])
	redis.call('HLEN', KEYS[5])
end
redis.call('HLEN', KEYS[7])
redis.call('ZREM', KEYS[3], '')
for i = 4, #ARGV do
	if room < 0 then
		break
	end
	local id = ARGV[i]
	local found, _, priority, held = stateOf(id)
	if found == 1 or found == 2 then
		local failures = redis.call('HGET', KEYS[7], id) or ''
		room = room - #failures
		addWaiting(score, id, priority)
		if string.match(failures, '^0;%d+$') then
			redis.call('HDEL', KEYS[7], id) -- its score is the due time again
		elseif failures ~= '' then
			redis.call('HSET', KEYS[7], id,
				(string.gsub(failures, '^(%d+[hl]?s?%d*f?%d*;)%d+', string.format('%%1%.0f', score))))
		end
		removeWaiting(id, priority)
		if held then
			takeBack(id)
		end
		moved, isQueued = true, isQueued or priority == 'i' or priority == 'f'
	end
	reply[#reply + 1] = found
end
if moved then
	announce(score, isQueued)
	saveClock()
end
reply[1] = flags
return reply
