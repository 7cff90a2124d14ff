-- Part of reserve: determines which waiting jobs come next. Needs limit, taken and full. Defines jobs, {id, score,
-- ...}, at most as many as are wanted; with priorities also their jobLevels and the turn after each job. Jobs are
-- ordered by priority, but of ten turns with a choice, one takes a normal job first and one a low job.
-- KEYS[1] meta (HASH): turn, and the sets of _levels
local free = full and 0 or limit - taken
local left = {}
for _, level in ipairs(levels) do
	left[level] = redis.call('ZRANGEBYSCORE', waiting[level], '-inf', reached, 'WITHSCORES', 'LIMIT', '0', free)
end
local jobs, jobLevels, turns = left[''], nil, nil
if priorities then
	local orders = { [8] = { '', 'h', 'l' }, [9] = { 'l', 'h', '' }, others = { 'h', '', 'l' } }
	local turn = tonumber(redis.call('HGET', KEYS[1], 'turn') or '') or 0
	local at = { h = 1, l = 1, [''] = 1 }
	jobs, jobLevels, turns = {}, {}, {}
	for n = 1, free do
		local level, choices = nil, 0
		for _, candidate in ipairs(orders[turn] or orders.others) do
			if left[candidate][at[candidate]] then
				level, choices = level or candidate, choices + 1
			end
		end
		if not level then
			break
		end
		turn = (choices > 1) and (turn + 1) % 10 or turn
		jobs[2 * n - 1], jobs[2 * n] = left[level][at[level]], left[level][at[level] + 1]
		jobLevels[n], turns[n], at[level] = level, turn, at[level] + 2
	end
end
