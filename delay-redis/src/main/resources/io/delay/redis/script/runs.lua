-- Lists finished runs, newest first. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[12] runs (HASH), KEYS[13] run-ids (HASH), KEYS[14] run-records (HASH), see _runs
-- ARGV[3] the id whose runs are listed, '' for all runs, ARGV[4] the maximum number of runs, ARGV[5] the maximum number
--   of bytes of their records, unless the first run alone has more, ARGV[6] the number of the run after which the page
--   begins, '' for none; with an id, a run of that id
-- Returns {0, number and end in ms of the first run that is left out (0 and 0 if there is none), per run: number, run,
--   record}
--@include _fence
local last = tonumber(redis.call('HGET', KEYS[12], 'last') or '') or 0
local first = last - math.max(0, redis.call('HLEN', KEYS[12]) - 1) + 1
local function run(number)
	local text = redis.call('HGET', KEYS[12], string.format('%.0f', number))
	local finished, previous, id = string.match(text or '', '^%a(%d+);%d*;%-?%d*;%d*;%d+;(%d*);[^;]*;(.*)$')
	return text, tonumber(finished), tonumber(previous or ''), id
end

local number, before, ofId = last, tonumber(ARGV[6]), ARGV[3] ~= ''
if ofId then
	number = before and select(3, run(before)) or not before and tonumber(redis.call('HGET', KEYS[13], ARGV[3]) or '')
elseif before then
	number = math.min(before - 1, last)
end
local limit, room, reply = tonumber(ARGV[4]), tonumber(ARGV[5]), { 0, 0, 0 }
while number and number >= first do
	local text, finished, previous, id = run(number)
	if finished and (not ofId or id == ARGV[3]) then
		local field, n = string.format('%.0f', number), #reply
		room = room - redis.call('HSTRLEN', KEYS[14], field)
		if n == 3 + 3 * limit or (n > 3 and room < 0) then
			reply[2], reply[3] = number, finished
			break
		end
		reply[n + 1], reply[n + 2], reply[n + 3] = number, text, redis.call('HGET', KEYS[14], field)
	end
	number = ofId and previous or not ofId and number - 1
end
return reply
