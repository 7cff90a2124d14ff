-- Deletes failed jobs that are too old or too many, starting with those that were buried first, one step per call, and
-- counts them.
-- Transition: FAILED -> gone.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[3] max age in ms or '', ARGV[4] max count or '', ARGV[5] the maximum number of jobs
-- Returns {flags, number of jobs deleted}
-- Invariant: the script removes before it counts.
--@include _fence -- flags, priorities, queues, now, saveClock
--@include _delete -- delete
local age = tonumber(ARGV[3])
local tooMany = ARGV[4] == '' and 0 or redis.call('ZCARD', KEYS[6]) - tonumber(ARGV[4])
local oldest = redis.call('ZRANGE', KEYS[6], 0, tonumber(ARGV[5]) - 1, 'WITHSCORES')
local ids = {}
for i = 1, #oldest, 2 do
	if #ids < tooMany or (age and tonumber(oldest[i + 1]) + age < now) then
		ids[#ids + 1] = oldest[i]
	end
end
delete(ids)
if #ids > 0 then
	redis.pcall('HINCRBY', KEYS[1], 'dropped', #ids)
end
if #ids > 0 or flags > 0 then
	saveClock()
end
return { flags, #ids }
