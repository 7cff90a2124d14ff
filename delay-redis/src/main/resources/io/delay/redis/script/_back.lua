-- Fragment: handBack(id, held) ends the lease of a job whose handler has not begun. The job returns to its previous
-- place, and the attempt does not count. A job in failure handling waits for another TTR.
-- firstBack is the earliest time at which one of the jobs handed back so far is ready, nil if there are none; isQueued is
-- whether some wait for pollers that may take them.
-- Needs _lease.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[7] failures
--   (HASH), and the sets of _levels
--@include _waiting -- addWaiting
--@include _stalled -- isolated
--@include _attempts -- handlingText
local firstBack, isQueued = nil, false
allowWrites()

local function handBack(id, held)
	local score, level = held.visible, isolated(held.attempt, held.max, held.stalls) and 'i' or held.priority
	if held.failed then
		score, level = math.max(now, held.visible), 'f'
		redis.call('HSET', KEYS[7], id, handlingText(redis.call('HGET', KEYS[7], id), held.attempt - 1, held.stalls))
	end
	addWaiting(score, id, level)
	endLease(id)
	firstBack, isQueued = math.min(firstBack or score, score), isQueued or level == 'i' or level == 'f'
end
