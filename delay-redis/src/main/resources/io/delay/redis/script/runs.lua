-- Lists finished runs, newest first. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[12] runs (HASH), KEYS[13] run-ids (HASH), KEYS[14] run-records (HASH), see _runs
-- ARGV[3] the id whose runs are listed, '' for all runs, ARGV[4] the maximum number of runs, ARGV[5] the maximum number
--   of bytes of their records, unless the first run alone has more, ARGV[6] the number of the run after which the page
--   begins, '' for none; with an id, a run of that id
-- Returns {0, number and end in ms of the first run that is left out (0 and 0 if there is none), per run: number, run,
--   record}. Runs that cannot be read are skipped, but at most 1000: then the next one is left out, with the end 0.
--@include _fence
local last = tonumber(redis.call('HGET', KEYS[12], 'last') or '') or 0
local first = last - math.max(0, redis.call('HLEN', KEYS[12]) - 1) + 1
local limit, room, reply, ofId = tonumber(ARGV[4]), tonumber(ARGV[5]), { 0, 0, 0 }, ARGV[3] ~= ''
local kept, skipped, texts, from = redis.call('HLEN', KEYS[14]) > 0, 0, nil, nil
-- Runs that follow each other are read many at a time, because a command for each of them would take most of the time
local function run(number)
	if not texts or number > from or number <= from - #texts then
		local numbers = {}
		for i = 1, math.max(1, ofId and 1 or math.min(50, (skipped > 0) and 50 or limit + 1, number - first + 1)) do
			numbers[i] = string.format('%.0f', number - i + 1)
		end
		texts, from = redis.call('HMGET', KEYS[12], unpack(numbers)), number
	end
	local text = texts[from - number + 1]
	local finished, previous, id = string.match(text or '', '^%a(%d+);%d*;%-?%d*;%d*;%d+;(%d*);[^;]*;(.*)$')
	return text, tonumber(finished), tonumber(previous or ''), id
end

local number, before = last, tonumber(ARGV[6])
if ofId then
	number = before and select(3, run(before)) or not before and tonumber(redis.call('HGET', KEYS[13], ARGV[3]) or '')
elseif before then
	number = math.min(before - 1, last)
end
while number and number >= first do
	if skipped == 1000 then
		reply[2] = number
		break
	end
	local text, finished, previous, id = run(number)
	if finished and (not ofId or id == ARGV[3]) then
		local field, n = kept and string.format('%.0f', number), #reply
		room = room - (kept and redis.call('HSTRLEN', KEYS[14], field) or 0)
		if n == 3 + 3 * limit or (n > 3 and room < 0) then
			reply[2], reply[3] = number, finished
			break
		end
		reply[n + 1], reply[n + 2], reply[n + 3] = number, text, kept and redis.call('HGET', KEYS[14], field)
	else
		skipped = skipped + 1
	end
	-- The runs of an id end at one that cannot be read, or whose previous one is not before it
	if ofId then
		number = id == ARGV[3] and previous and previous < number and previous
	else
		number = number - 1
	end
end
return reply
