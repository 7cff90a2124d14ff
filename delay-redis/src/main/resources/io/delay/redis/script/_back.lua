-- Fragment: handBack(id, held) ends the lease of a job whose handler has not begun. The job returns to its previous
-- place, and the attempt does not count. A job that must be isolated gets an expired lease that no worker holds. So
-- does a job in failure handling, which consumers without a failure handler leave to others for another TTR.
-- firstBack is the earliest time at which one of the jobs handed back so far is ready, nil if there are none.
-- Needs _lease.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET)
--@include _waiting -- addWaiting
--@include _stalled -- isolated
--@include _handler -- waitForHandler
local firstBack = nil
allowWrites()

local function handBack(id, held)
	if held.failed then
		waitForHandler(id, held, held.attempt, math.max(now, held.visible), held.failed, held.stalls)
	elseif isolated(held.attempt, held.max, held.stalls) then
		redis.call('HSET', KEYS[5], id, string.format('-;%.0f;%.0f;%s;%.0f;%.0f;%su%.0f', held.attempt, held.max, held.ttr,
			held.visible, held.due, held.priority, held.stalls))
		redis.call('ZADD', KEYS[4], held.visible, id)
	else
		addWaiting(held.visible, id, held.priority)
		endLease(id)
	end
	firstBack = math.min(firstBack or held.visible, held.visible)
end
