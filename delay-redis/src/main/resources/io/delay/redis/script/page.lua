-- Lists jobs of one state, oldest or newest first. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[3] state (1 DELAYED, 2 READY, 3 RESERVED, 4 FAILED), ARGV[4] the set of waiting jobs (see _levels),
--   ARGV[5] the maximum number of jobs, ARGV[6] the maximum number of bytes of payloads and failures, unless the first
--   job alone has more, ARGV[7] time and ARGV[8] id after which the page begins, '' and '' for the first page, ARGV[9]
--   '1' for newest first, otherwise '0'
-- Returns {0, the other sets of waiting jobs to read, see _levels; id and time of the first job that is
--   left out ('' and 0 if there is none), per job: id, time in ms, due time in ms (-1 unknown), record, last failure
--   (see _last), and the holder (see _origin) of RESERVED jobs}
--@include _fence -- priorities, ahead, queues, now, behind
--@include _record -- record
--@include _page -- waiting, levels, newest, countTo, range, follows, rankBehind
--@include _listed -- leaseOf, hasHeldAhead, listed
--@include _origin -- dueOf
--@include _last -- lastFailure
local rank = 0
if ARGV[3] == (newest and '2' or '1') then
	rank = countTo((newest and '(' or '') .. string.format('%d', now))
end
if ARGV[7] ~= '' then
	rank = math.max(rank, rankBehind(ARGV[7], ARGV[8]))
end
local limit, room = tonumber(ARGV[5]), tonumber(ARGV[6])
local others = ''
for _, level in ipairs((ARGV[3] < '3' and ARGV[4] == '') and levels or {}) do
	others = others .. ((redis.call('ZCARD', waiting[level]) > 0 or hasHeldAhead(level)) and level or '')
end
local reply = { 0, others, '', 0 }
local jobs = listed(rank, limit + 1)
for i = 1, #jobs, 2 do
	local id, score = jobs[i], tonumber(jobs[i + 1])
	if (ARGV[3] == '2' and score > now) or (ARGV[3] == '1' and score <= now) then
		break
	end
	local text = (i <= 2 * limit) and redis.call('HGET', KEYS[2], id)
	local _, _, size = record(text)
	room = room - (size or #(text or ''))
	if i > 2 * limit or (i > 1 and room < 0) then
		reply[3], reply[4] = id, score
		break
	end
	local n, failures = #reply, redis.call('HGET', KEYS[7], id)
	room = room - #(failures or '')
	local due, holder = dueOf(id, tonumber(ARGV[3]), score, failures)
	reply[n + 1], reply[n + 2], reply[n + 3], reply[n + 4] = id, score, due, text
	reply[n + 5], reply[n + 6] = lastFailure(failures), holder
end
return reply
