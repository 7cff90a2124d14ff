-- Fragment: storeArrivals() lets the jobs gathered in arrivals wait, {score, id, ...} per priority. Until then they are
-- in jobs alone.
-- KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
local arrivals = { [''] = {} }

local function storeArrivals()
	if #arrivals[''] > 0 then
		redis.call('ZADD', KEYS[3], unpack(arrivals['']))
	end
	if arrivals.h then
		redis.call('ZADD', KEYS[8], unpack(arrivals.h))
	end
	if arrivals.l then
		redis.call('ZADD', KEYS[9], unpack(arrivals.l))
	end
	arrivals = { [''] = {} }
end
