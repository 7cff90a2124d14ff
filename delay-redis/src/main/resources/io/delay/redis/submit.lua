-- Stores jobs, one after the other.
-- Transition: none -> DELAYED or READY. REPLACE: any state -> DELAYED or READY, lease void, failures forgotten.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[1] channel, ARGV[2] partition, then per job: id, due time ('+n' or 'n', ms), '1' to replace else '0' with the
--   priority behind it ('', 'h' or 'l'), record
-- Returns {flags, per job: status (0 created, 1 existing, 2 replaced), time in ms, state found (0 none)}
-- Invariant: an id is in jobs exactly if it is in one of waiting, reserved, failed. A record that is in none of
--   them (which no script leaves behind) is replaced, for keeping it would lose the job. The first write adds
--   something, so that a server out of memory refuses the call before anything has changed.
--@include _clock
--@include _wake
--@include _find
--@include _waiting
--@include _arrivals
local reply, earliest = { 0 }, math.huge
checkWaiting()
for i = 3, #ARGV, 4 do
	local id, mode = ARGV[i], ARGV[i + 2]
	local due, score = dueOf(ARGV[i + 1])
	local priority, status, time, found = string.sub(mode, 2), 0, due, 0
	if priority ~= '' then
		usePriorities()
	end
	if redis.call('HSETNX', KEYS[2], id, ARGV[i + 3]) == 0 then
		local foundTime
		storeArrivals()
		found, foundTime = find(id)
		if found ~= 0 and string.byte(mode) == 48 then
			status, time = 1, foundTime
		else
			status = (found == 0) and 0 or 2
			redis.call('HLEN', KEYS[7])
			redis.call('HDEL', KEYS[5], id)
			redis.call('ZREM', KEYS[4], id)
			redis.call('ZREM', KEYS[6], id)
			if priorities then
				removeWaiting(id)
			end
			redis.call('HDEL', KEYS[7], id)
			redis.call('HSET', KEYS[2], id, ARGV[i + 3])
		end
	end
	if status ~= 1 then
		arrive(priority, score, id)
		earliest = (due < earliest) and due or earliest
	end
	local n = #reply
	reply[n + 1], reply[n + 2], reply[n + 3] = status, time, found
end
storeArrivals()
if earliest < math.huge then
	announce(earliest)
	saveClock()
end
reply[1] = flags
return reply
