-- Lists jobs of one state, oldest first. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] state (1 DELAYED, 2 READY, 3 RESERVED, 4 FAILED), ARGV[4] which priority of those that wait ('', 'h', 'l'),
--   ARGV[5] the most jobs, ARGV[6] the most bytes of payload, unless the first job alone has more, ARGV[7] time in ms
--   and ARGV[8] id behind which the page begins, '' and '' for the first page
-- Returns {0, 1 if the topic has ever used priorities, id and time in ms of the first job that is left out ('' if none
--   is), per job: id, time in ms, due time in ms (-1 unknown), record, failures}
--@include _fence
--@include _record
--@include _page
--@include _origin
local rank = (ARGV[3] == '1') and countTo(now) or 0
if ARGV[7] ~= '' then
	rank = math.max(rank, rankBehind(ARGV[7], ARGV[8]))
end
local limit, room = tonumber(ARGV[5]), tonumber(ARGV[6])
local reply = { 0, priorities and 1 or 0, '', 0 }
local jobs = range(rank, rank + limit)
for i = 1, #jobs, 2 do
	local id, time = jobs[i], tonumber(jobs[i + 1])
	if ARGV[3] == '2' and time > now then
		break
	end
	local text = (i <= 2 * limit) and redis.call('HGET', KEYS[2], id)
	local _, _, size = record(text)
	room = room - (size or #(text or ''))
	if i > 2 * limit or (i > 1 and room < 0) then
		reply[3], reply[4] = id, time
		break
	end
	local n, failures = #reply, redis.call('HGET', KEYS[7], id)
	reply[n + 1], reply[n + 2], reply[n + 3] = id, time, dueOf(id, tonumber(ARGV[3]), time, failures)
	reply[n + 4], reply[n + 5] = text, failures
end
return reply
