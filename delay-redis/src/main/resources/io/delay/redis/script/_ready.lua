-- Part of reserve: determines which waiting jobs come next. Needs limit, taken and full. Defines jobs, {id, score,
-- ...}, at most as many as are wanted; with priorities also their jobLevels and the turn after each job; and drained:
-- whether no other job is ready. Ready jobs are ordered by priority. However, whenever jobs of several priorities are
-- ready, a turn is counted, and of every ten turns, one takes a normal job first and one takes a low job first. After
-- the ready jobs come jobs to hold ahead, ordered by time, but none while the clock is behind the mark, because the
-- time until they are due is then uncertain.
-- KEYS[1] meta (HASH): turn, and the sets of _levels. ARGV[9] and ARGV[10] as in reserve
local free = full and 0 or limit - taken
local window = not behind and ARGV[10] ~= '0' and ARGV[9] + 0 or 0
local horizon = string.format('%d', now + window)
local left = {}
for _, level in ipairs(priorities and { '', 'h', 'l' } or { '' }) do
	left[level] = redis.call('ZRANGEBYSCORE', waiting[level], '-inf', horizon, 'WITHSCORES', 'LIMIT', '0',
		string.format('%d', free))
end
local jobs, jobLevels, turns, ready = left[''], nil, nil, nil
if priorities then
	local orders = { [8] = { '', 'h', 'l' }, [9] = { 'l', 'h', '' }, others = { 'h', '', 'l' } }
	local turn = tonumber(redis.call('HGET', KEYS[1], 'turn') or '') or 0
	local at = { h = 1, l = 1, [''] = 1 }
	jobs, jobLevels, turns, ready = {}, {}, {}, 0
	for n = 1, free do
		local level, choices, first = nil, 0, math.huge
		for _, candidate in ipairs(orders[turn] or orders.others) do
			local score = tonumber(left[candidate][at[candidate] + 1])
			if score and score <= now then
				level, choices = (choices > 0) and level or candidate, choices + 1
			elseif choices == 0 and score and score < first then
				level, first = candidate, score
			end
		end
		if not level or (choices == 0 and n > ready + tonumber(ARGV[10])) then
			break
		end
		turn, ready = (choices > 1) and (turn + 1) % 10 or turn, (choices > 0) and n or ready
		jobs[2 * n - 1], jobs[2 * n] = left[level][at[level]], left[level][at[level] + 1]
		jobLevels[n], turns[n], at[level] = level, turn, at[level] + 2
	end
elseif jobs[1] and tonumber(jobs[#jobs]) > now then
	ready = 0
	while jobs[2 * ready + 2] and tonumber(jobs[2 * ready + 2]) <= now do
		ready = ready + 1
	end
	for i = #jobs, 2 * (ready + tonumber(ARGV[10])) + 1, -1 do
		jobs[i] = nil
	end
end
local drained = (ready or #jobs / 2) < free
