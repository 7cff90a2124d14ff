-- Fragment: storeArrivals() adds the jobs gathered in arrivals, {score, id, ...} per priority, to the waiting sets.
-- Until then, they are only in the hash `jobs`. Needs _priorities.
local arrivals = { [''] = {} }

local function storeArrivals()
	for _, level in ipairs(levels) do
		if arrivals[level] and #arrivals[level] > 0 then
			redis.call('ZADD', waiting[level], unpack(arrivals[level]))
		end
	end
	arrivals = { [''] = {} }
end
