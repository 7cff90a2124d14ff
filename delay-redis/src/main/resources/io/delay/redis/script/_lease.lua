-- Fragment: the check of a lease. lease(id, token) returns the lease, as in _terms, if the token holds the job,
-- otherwise nil.
-- KEYS[5] leases (HASH)
--@include _terms -- leaseOf
local function lease(id, token)
	local held = leaseOf(redis.call('HGET', KEYS[5], id))
	return held and held.token == token and held or nil
end
