-- Stores one job of normal priority if its id is unused. This is the most frequent case, and this script costs half as
-- much as `submit`, because it reads fewer keys and values. In every other case nothing is changed, and `submit` must
-- follow.
-- Transition: none -> DELAYED or READY
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] counters (HASH)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] id, ARGV[4] due time ('+n' or 'n', ms), ARGV[5] '0' as in
--   submit, ARGV[6] record
-- Returns {flags, 0 created, time in ms, 0 no state found}; only {0} if submit must follow: the id exists, the clock is
--   behind its mark or was until a moment ago, or the partition is not open for the caller
-- Invariant: a key of the wrong type, and a server that is out of memory, make the script fail before anything changes.
--@include _time -- micros
local flags = 0
local meta = redis.call('HMGET', KEYS[1], 'armed', 'clock', 'layout', 'paused')
local armed, mark, layout, paused = tonumber(meta[1] or ''), tonumber(meta[2] or ''), meta[3], meta[4]
local now, soon = math.floor(micros / 1000), math.ceil(micros / 1000)
redis.call('ZCARD', KEYS[3])
if (mark and now < mark) or (armed and armed % 1 ~= 0)
	or not layout or string.match(layout, '^(%d+);') ~= string.match(ARGV[2], '/(%d+)$')
	or redis.call('HSETNX', KEYS[2], ARGV[3], ARGV[6]) == 0 then
	return { flags }
end
local due = tonumber(ARGV[4])
if string.byte(ARGV[4]) == 43 then
	due = (due == 0) and now or soon + due
else
	due = math.max(now, due)
end
redis.call('ZADD', KEYS[3], due, ARGV[3])
if not (armed and due >= armed and armed >= now - 1000) then
	local reached = now
	local function timeOf(score)
		return score
	end
	local function microsUntil(score)
		return math.max(0, score * 1000 - micros)
	end
--@include _wake -- announce
	announce(due)
end
if not mark or now - mark >= 1000 then
	redis.pcall('HSET', KEYS[1], 'clock', now)
end
--@include _count -- count
count('s', 1)
return { flags, 0, due, 0 }
