-- Reads all data of waiting and failed jobs. Other jobs are left out. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET),
--   KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] the layout during the move, 'from>to;move', ARGV[4] the maximum number of bytes, unless the first job alone
--   has more, then the ids
-- Returns {flags, number of ids that were handled, per job: id, place ('' waiting, 'h' or 'l' waiting with
--   that priority, 'f' failed), time in ms, not after now if it is ready, record, failures ('' for none)}
--@include _move -- flags, priorities, queues, now
--@include _find -- find
local reply, room = { 0, #ARGV - 4 }, tonumber(ARGV[4])
for i = 5, #ARGV do
	local state, time, priority = find(ARGV[i])
	if state ~= 0 and state ~= 3 then
		local text, failures = redis.call('HGET', KEYS[2], ARGV[i]) or '', redis.call('HGET', KEYS[7], ARGV[i]) or ''
		local n = #reply
		time = (state == 2) and math.min(time, now) or time
		room = room - #text - #failures
		if n > 2 and room < 0 then
			reply[2] = i - 5
			break
		end
		reply[n + 1], reply[n + 2], reply[n + 3] = ARGV[i], (state == 4) and 'f' or priority, string.format('%.0f', time)
		reply[n + 4], reply[n + 5] = text, failures
	end
end
reply[1] = flags
return reply
