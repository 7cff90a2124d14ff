-- Fragment: storeArrivals() lets the jobs gathered in arrivals wait, {score, id, ...} per priority. Until then they are
-- in jobs alone. Needs _priorities.
local arrivals = { [''] = {} }

local function storeArrivals()
	for _, level in ipairs(levels) do
		if arrivals[level] and #arrivals[level] > 0 then
			redis.call('ZADD', waiting[level], unpack(arrivals[level]))
		end
	end
	arrivals = { [''] = {} }
end
