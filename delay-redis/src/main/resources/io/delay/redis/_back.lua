-- Fragment: handBack(id, held) ends the lease of a job that nobody has begun with. The job goes back to the place where it
-- was, the attempt is given back. firstBack is the earliest time of those that went back, nil before the first one.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET)
--@include _waiting
local firstBack = nil
redis.call('ZCARD', KEYS[4])

local function handBack(id, held)
	redis.call('ZREM', KEYS[4], id)
	redis.call('HDEL', KEYS[5], id)
	addWaiting(held.visible, id, held.priority)
	firstBack = math.min(firstBack or held.visible, held.visible)
end
