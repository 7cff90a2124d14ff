-- Fragment: jobs that are held ahead. A poller has reserved them before they were due, and keeps them until then, so
-- they are still DELAYED. heldAhead(id) returns the lease of such a job, see _terms, otherwise nil. takeBack(id) ends that
-- lease. heldAheadIds() returns the ids and leases of all such jobs among the 500 reserved jobs whose leases end last.
-- From 3 ms before its due time, a job counts as RESERVED, so that the poller can check in time that its lease is
-- valid. The job also counts as RESERVED while the clock is behind the mark, and if its due time is further away than
-- any poller reserves ahead: in both cases, the clock was set back and the handler may have begun. If the clock goes
-- back by less than a second without being behind the mark, a job whose handler has begun can count as DELAYED again.
-- KEYS[1] meta (HASH): ahead, KEYS[4] reserved (ZSET), KEYS[5] leases (HASH)
--@include _terms -- leaseOf
local mayHoldAhead = ahead and now < ahead and not behind

local function asHeldAhead(text)
	local held = leaseOf(text)
	return held and held.ahead and held.visible > now + 3 and held.visible <= now + 1000 and held or nil
end

local function heldAhead(id)
	return mayHoldAhead and asHeldAhead(redis.call('HGET', KEYS[5], id)) or nil
end

local function takeBack(id)
	redis.call('ZREM', KEYS[4], id)
	redis.call('HDEL', KEYS[5], id)
end

local function heldAheadIds()
	local ids, leases = {}, {}
	local latest = mayHoldAhead and redis.call('ZRANGE', KEYS[4], '-500', '-1') or {}
	local texts = latest[1] and redis.call('HMGET', KEYS[5], unpack(latest)) or {}
	for i, id in ipairs(latest) do
		local held = asHeldAhead(texts[i])
		if held then
			ids[#ids + 1], leases[id] = id, held
		end
	end
	return ids, leases
end
