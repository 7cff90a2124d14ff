-- Fragment: kick(id, score, text) makes a failed job wait again. Its attempts are counted from 1 again, and its failures
-- are kept. Its priority is read from them, because its record can be large. Text is their text if it was read before. A
-- call reads failures of up to room bytes, and those of one more job.
-- KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
redis.call('HLEN', KEYS[2])
redis.call('ZREM', KEYS[6], '')

local room = 262144
local function kick(id, score, text)
	local failures = text or redis.call('HGET', KEYS[7], id)
	room = room - #(failures or '')
	if failures then
		redis.call('HSET', KEYS[7], id, (string.gsub(failures, '^%d+[hl]?s?%d*f?%d*;', '0;')))
	end
	addWaiting(score, id, string.match(failures or '', '^%d+([hl])'))
	redis.call('ZREM', KEYS[6], id)
end
