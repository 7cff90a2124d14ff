-- Lists the failed jobs that were buried first, without their records. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[6] failed (ZSET)
-- ARGV[3] the maximum number of jobs
-- Returns {0, number of failed jobs, per job: id, time of burial in ms}
--@include _fence
local reply = { 0, redis.call('ZCARD', KEYS[6]) }
local oldest = redis.call('ZRANGE', KEYS[6], 0, tonumber(ARGV[3]) - 1, 'WITHSCORES')
for i = 1, #oldest, 2 do
	reply[i + 2], reply[i + 3] = oldest[i], tonumber(oldest[i + 1])
end
return reply
