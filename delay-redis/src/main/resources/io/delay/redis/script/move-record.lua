-- Records that the move of a topic begins, continues or has ended, or that the topic is forgotten, unless another call
-- has changed the entry meanwhile.
-- KEYS[1] topics (HASH): topic -> number of partitions, or 'from>to;move' while it is being moved
-- ARGV[1] topic, ARGV[2] the expected entry, ARGV[3] the new entry, '' for none; if it ends in ';', the number of the
--   move is appended: a time, so that each move has a larger number than earlier moves, ARGV[4] the largest number that
--   the caller has seen in the partitions (optional), because the clock may have gone back since
-- Returns {0, 1 recorded or 0 not, the entry that is recorded now}
--@include _time -- micros
local recorded, entry = redis.call('HGET', KEYS[1], ARGV[1]), ARGV[3]
if recorded ~= ARGV[2] then
	return { 0, 0, recorded }
end
if string.sub(entry, -1) == ';' then
	local last = math.max(tonumber(string.match(recorded, ';(%d+)$') or 0), tonumber(ARGV[4] or '') or 0)
	entry = entry .. string.format('%.0f', math.max(micros, last + 1))
end
if entry == '' then
	redis.call('HDEL', KEYS[1], ARGV[1])
else
	redis.call('HSET', KEYS[1], ARGV[1], entry)
end
return { 0, 1, entry }
