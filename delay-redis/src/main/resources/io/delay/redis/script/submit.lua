-- Stores jobs, one after the other.
-- Transition: none -> DELAYED or READY. REPLACE: any state -> DELAYED or READY, the lease becomes void, failures are
--   deleted.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET), KEYS[10] counters (HASH)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, due time ('+n' or 'n', ms), '1' to replace,
--   otherwise '0', followed by the priority ('', 'h' or 'l'), record; last 'w' if a WAIT follows
-- Returns {flags, per job: status (0 created, 1 existing, 2 replaced), time in ms, state found (0 none)}
-- Invariant: an id is in jobs if and only if it is in one of waiting, reserved, failed. A record that is in none of
--   them, because Redis refused a command, is replaced, because keeping it would lose the job. The first write adds data,
--   so that a server out of memory refuses the whole call. Stored jobs are published, even if a later job fails.
--@include _open -- micros, flags, armed, priorities, paused, ahead, queues, now, soon, behind, microsUntil, saveClock
--@include _due -- dueTime
--@include _wake -- announce
--@include _priorities -- waiting, levels, useLevel
--@include _arrivals -- arrivals, storeArrivals
--@include _count -- count
local reply, new, earliest, text, due, score, member = { 0 }, 0, math.huge, nil, nil, nil, nil
local function storeAll()
	for i = 3, #ARGV - 3, 4 do
		local id, mode, status, found = ARGV[i], ARGV[i + 2], 0, 0
		if ARGV[i + 1] ~= text then
			text, score = ARGV[i + 1], dueTime(ARGV[i + 1])
			due, member = score, string.format('%d', score)
		end
		local priority, time = string.sub(mode, 2), due
		useLevel(priority)
		if redis.call('HSETNX', KEYS[2], id, ARGV[i + 3]) == 0 then
--@include _existing
		end
		local n, level = #reply, arrivals[priority] or {}
		if status == 0 then
			arrivals[priority], level[#level + 1], level[#level + 2] = level, member, id
			earliest, new = (score < earliest) and score or earliest, new + 1
		end
		reply[n + 1], reply[n + 2], reply[n + 3] = status, time, found
	end
	storeArrivals()
end
local stored, failure = pcall(storeAll)
if not stored then
	pcall(storeArrivals) -- a key has the wrong type; the jobs before this one are stored and published nevertheless
end
if earliest < math.huge then
	announce(earliest)
	saveClock()
	count('s', new)
elseif #ARGV % 4 == 3 then
	saveClock(true) -- because WAIT needs a write, and the existing jobs may not have reached the replicas yet
end
if not stored then
	failure = type(failure) == 'table' and failure.err or failure
	return redis.error_reply((string.gsub(failure, '@user_script: ?%d+: %-?', '')))
end
reply[1] = flags
return reply
