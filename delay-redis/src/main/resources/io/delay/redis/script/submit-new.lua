-- Stores one job of normal priority if its id is unused. This is the most frequent case, and this script costs half as
-- much as `submit`, because it reads fewer keys and values. In every other case nothing is changed, and `submit` must
-- follow.
-- Transition: none -> DELAYED or READY
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] counters (HASH)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] id, ARGV[4] due time ('+n' or 'n', ms), ARGV[5] '0' as in
--   submit, ARGV[6] record
-- Returns {flags, 0 created, time in ms, 0 no state found}; only {0} if submit must follow: the id exists, the clock is
--   behind its mark, or the partition is not open for the caller
-- Invariant: a key of the wrong type, and a server that is out of memory, make the script fail before anything changes.
--   The exception is a set of waiting jobs of the wrong type: the record is stored, and removed again.
--@include _time -- micros
local flags, meta = 0, redis.call('HMGET', KEYS[1], 'armed', 'clock', 'layout')
local armed, mark, layout = tonumber(meta[1] or ''), tonumber(meta[2] or ''), meta[3]
local now = math.floor(micros / 1000)
if (mark and now < mark) or not layout or not string.find(layout .. '/' .. ARGV[2], '^(%d+);.*/%1$')
	or redis.call('HSETNX', KEYS[2], ARGV[3], ARGV[6]) == 0 then
	return { flags }
end
local due = ARGV[4] + 0
if string.byte(ARGV[4]) == 43 then
	due = (due == 0) and now or math.ceil(micros / 1000) + due
elseif due < now then
	due = now
end
-- %d, because Redis takes several times as long to convert a number by itself
local added = redis.pcall('ZADD', KEYS[3], string.format('%d', due), ARGV[3])
if type(added) == 'table' then
	redis.call('HDEL', KEYS[2], ARGV[3])
	return added
end
if not (armed and due >= armed and armed >= now - 1000) then
	local paused = redis.call('HGET', KEYS[1], 'paused')
	local function microsUntil(time)
		return math.max(0, time * 1000 - micros)
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
