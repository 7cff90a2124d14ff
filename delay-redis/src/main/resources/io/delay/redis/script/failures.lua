-- Lists the failures of failed jobs, newest first, without reading the jobs. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), KEYS[7] failures (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV as in page: ARGV[3] 4, ARGV[4] '', ARGV[5] the maximum number of jobs, ARGV[6] the maximum number of bytes to
--   read, unless the first failure alone has more, ARGV[7] time and ARGV[8] id after which the page begins, '' and ''
--   for the first page, ARGV[9] '1'
-- Returns {0, id and time of the first job that is left out ('' and 0 if there is none), per job: id, time, error,
--   version}
--@include _fence -- priorities, queues
--@include _page -- range, rankBehind
--@include _cause -- errorOf, versionOf
local rank = (ARGV[7] ~= '') and rankBehind(ARGV[7], ARGV[8]) or 0
local limit, room = tonumber(ARGV[5]), tonumber(ARGV[6])
local reply = { 0, '', 0 }
local jobs = range(rank, rank + limit)
for i = 1, #jobs, 2 do
	local text = (i <= 2 * limit) and redis.call('HGET', KEYS[7], jobs[i]) or ''
	room = room - #text
	if i > 2 * limit or (i > 1 and room < 0) then
		reply[2], reply[3] = jobs[i], tonumber(jobs[i + 1])
		break
	end
	local n, error = #reply, errorOf(text)
	reply[n + 1], reply[n + 2] = jobs[i], tonumber(jobs[i + 1])
	reply[n + 3], reply[n + 4] = error, versionOf(jobs[i + 1], error)
end
return reply
