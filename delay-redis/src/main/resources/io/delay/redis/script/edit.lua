-- Gives a failed or waiting job a new payload, a new due time, or both, unless it has changed since it was read.
-- Transition: DELAYED, READY or FAILED -> DELAYED or READY; attempts are counted from 1 again. The last error, headers,
--   TTR, max attempts and priority are kept. Without a due time, a waiting job keeps its time, and a failed job is
--   ready at once, but its original due time is kept. A lease of a job that is held ahead becomes void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] id, ARGV[4] version (see _version),
--   ARGV[5] due time ('+n' or 'n', ms; '' to keep it), ARGV[6] payload, missing to keep it
-- Returns {flags, 1 if the job was edited, otherwise 0, state found (0 none)}
-- Invariant: the record is written first, because a server out of memory refuses it before anything has moved. The
--   script adds before it removes, see _commit.
--@include _fence -- micros, flags, armed, priorities, paused, ahead, queues, now, soon, behind, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _state -- waiting, levels, takeBack, stateOf
--@include _waiting -- addWaiting, removeWaiting
--@include _version -- jobVersion
local id = ARGV[3]
local found, time, level, held = stateOf(id)
local record, failures = redis.call('HGET', KEYS[2], id) or '', redis.call('HGET', KEYS[7], id)
local head, priority = string.match(record, '^(1([hl]?);[^\n]*\n[^\n]*\n)')
if not head or jobVersion(found, time, record, failures) ~= ARGV[4] then
	return { flags, 0, found }
end
redis.call('ZCARD', KEYS[4])
redis.call('ZCARD', KEYS[6])
if ARGV[6] then
	redis.call('HSET', KEYS[2], id, head .. ARGV[6])
end
redis.call('ZREM', KEYS[6], '')
local due = (ARGV[5] ~= '') and dueTime(ARGV[5])
local isQueued = level == 'i' or level == 'f'
local score = due or (found == 4 and dueTime('+0')) or (held and held.visible) or (isQueued and time)
if score then
	addWaiting(score, id, priority)
	removeWaiting(id, priority)
	redis.call('ZREM', KEYS[6], id)
	if held then
		takeBack(id)
	end
	announce(score)
end
if due and string.match(failures or '', '^0;%d+$') then
	redis.call('HDEL', KEYS[7], id) -- its score is the due time again
elseif failures then
	failures = string.gsub(failures, '^%d+[hl]?s?%d*f?%d*;', '0;')
	if due then
		failures = string.gsub(failures, '^0;%d+', string.format('0;%.0f', due))
	end
	redis.call('HSET', KEYS[7], id, failures)
end
saveClock()
return { flags, 1, found }
