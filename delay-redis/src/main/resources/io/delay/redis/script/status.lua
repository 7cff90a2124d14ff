-- Counts the jobs of a partition. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[6] failed (ZSET),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET), KEYS[12] handling (ZSET),
--   KEYS[10] counters (HASH), KEYS[13] consumers (HASH), KEYS[14] runs (STREAM)
-- ARGV[3] how long a consumer is listed after it was last seen, in ms; ARGV[4] '1' if the size is wanted
-- Returns {0, DELAYED, READY, RESERVED, FAILED, ms since the oldest ready job became due (-1 none), pause (see
--   pause.lua; empty if none), number of failed jobs that were dropped so far, number of consumers, approximate size of
--   the keys in bytes (sampled by the server; -1 if not wanted or unknown, for example because an ACL forbids it)}
--@include _fence -- priorities, paused, ahead, queues, now, behind
--@include _levels -- waiting, levels
--@include _ahead -- heldAheadIds
--@include _consumers -- activeConsumers
local ready, all, oldest = 0, 0, nil
for _, level in ipairs(levels) do
	ready, all = ready + redis.call('ZCOUNT', waiting[level], '-inf', now), all + redis.call('ZCARD', waiting[level])
	local first = tonumber(redis.call('ZRANGE', waiting[level], 0, 0, 'WITHSCORES')[2] or '')
	if first and first <= now then
		oldest = math.min(oldest or now, first)
	end
end
local dropped = tonumber(redis.call('HGET', KEYS[1], 'dropped') or '') or 0
local bytes = ARGV[4] == '1' and 0 or -1
for key = 1, 14 do
	local size = (bytes >= 0 and key ~= 13) and redis.pcall('MEMORY', 'USAGE', KEYS[key])
	bytes = (type(size) == 'table' or bytes < 0) and -1 or bytes + (size or 0)
end
local held = #heldAheadIds()
return { 0, all - ready + held, ready, redis.call('ZCARD', KEYS[4]) - held, redis.call('ZCARD', KEYS[6]),
	oldest and now - oldest or -1, paused or '', dropped,
	#activeConsumers(redis.call('HGETALL', KEYS[13]), ARGV[3]) / 2, bytes }
