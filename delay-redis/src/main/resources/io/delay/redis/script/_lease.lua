-- Fragment: the check of a lease. lease(id, token) returns the lease, as in _terms, if the token holds the job,
-- otherwise nil. allowWrites() removes nothing, and must come before all writes of a script that adds before it removes,
-- see _commit; endLease(id) must come after those that add the job to its next state.
-- KEYS[4] reserved (ZSET), KEYS[5] leases (HASH)
--@include _terms -- leaseOf
local function lease(id, token)
	local held = leaseOf(redis.call('HGET', KEYS[5], id))
	return held and held.token == token and held or nil
end

local function allowWrites()
	redis.call('ZREM', KEYS[4], '')
	redis.call('HDEL', KEYS[5], '')
end

local function endLease(id)
	redis.call('ZREM', KEYS[4], id)
	redis.call('HDEL', KEYS[5], id)
end
