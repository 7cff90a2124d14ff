-- Hands ready jobs to one worker: first those whose lease ran out, then those whose time has come.
-- Transition: READY -> RESERVED, attempt + 1. RESERVED with its lease over -> RESERVED anew, the failure recorded, or
--   FAILED if that was the last attempt. A record or lease that cannot be read -> FAILED.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH)
-- ARGV[1] channel, ARGV[2] partition, ARGV[3] token, ARGV[4] limit, ARGV[5] ttr in ms and ARGV[6] max attempts for
--   jobs that set none, ARGV[7] the most bytes of payload, unless the first job alone has more
-- Returns {flags, start of the leases in ms, microseconds until the next event (0 look again, -1 none),
--   {per buried job: id, reason}, per job: id, record, attempt, max attempts, due time in ms, ttr in ms}
-- Invariant: everything is read and judged before anything moves. A lease that ran out holds until this script
--   delivers or buries its job.
--@include _clock
--@include _wake
--@include _parse
--@include _take
--@include _commit
--@include _sleep
local limit = tonumber(ARGV[4])
local expired = redis.call('ZRANGEBYSCORE', KEYS[4], '-inf', now, 'WITHSCORES', 'LIMIT', 0, limit)
for i = 1, #expired, 2 do
	local id = expired[i]
	local attempt, max, ttr, host = leaseOf(redis.call('HGET', KEYS[5], id))
	local text = redis.call('HGET', KEYS[2], id)
	if not attempt then
		bury(id, attemptsOf(redis.call('HGET', KEYS[7], id)), 'redis', 'The lease of the job cannot be read')
	elseif attempt >= max then
		bury(id, attempt, host, 'TTR of ' .. ttr .. ' ms ran out')
	elseif take(id, text, attempt + 1, tonumber(expired[i + 1]), {}) then
		fail(id, attempt, host, 'TTR of ' .. ttr .. ' ms ran out')
	end
end
local free = full and 0 or limit - taken
local ready = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'WITHSCORES', 'LIMIT', 0, free)
for first = 1, #ready, 64 do
	if full then
		break
	end
	local ids = {}
	for i = first, math.min(first + 62, #ready - 1), 2 do
		ids[#ids + 1] = ready[i]
	end
	local texts = redis.call('HMGET', KEYS[2], unpack(ids))
	local counts = redis.call('HMGET', KEYS[7], unpack(ids))
	for i, id in ipairs(ids) do
		take(id, texts[i], attemptsOf(counts[i]) + 1, tonumber(ready[first + 2 * i - 1]), fromWaiting)
	end
end
commit()
if earliest then
	announce(earliest)
end
if taken < limit and not full then
	reply[3] = sleep()
end
saveClock()
reply[1] = flags
return reply
