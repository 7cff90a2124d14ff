-- Removes jobs that another store has taken over, unless they have changed since they were read.
-- Transition: DELAYED, READY or FAILED -> gone, without a finished run and without a count. A lease of a job that is held
--   ahead becomes void.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, then per job: id, version (see _version)
-- Returns {flags, per job: 1 if it was removed, otherwise 0}; jobs at the end are left out after 256 KB of records and
--   failures
-- Invariant: only removes, see also _vacate. All keys are read before, because a key of the wrong type must make the
--   script fail before any job is removed.
--@include _fence -- flags, priorities, ahead, queues, now, behind, saveClock
--@include _state -- waiting, levels, stateOf
--@include _version -- jobVersion
--@include _vacate -- vacate
local reply, ids, room = { 0 }, {}, 262144
for i = 3, #ARGV, 2 do
	if room < 0 then
		break
	end
	local id = ARGV[i]
	local found, time = stateOf(id)
	local record, failures = redis.call('HGET', KEYS[2], id) or '', redis.call('HGET', KEYS[7], id)
	local unchanged = found ~= 0 and found ~= 3 and jobVersion(found, time, record, failures) == ARGV[i + 1]
	if unchanged then
		ids[#ids + 1] = id
	end
	room = room - #record - #(failures or '')
	reply[#reply + 1] = unchanged and 1 or 0
end
vacate(ids)
if #ids > 0 then
	saveClock()
end
reply[1] = flags
return reply
