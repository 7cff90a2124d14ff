-- Part of reserve: which waiting jobs come next. Needs limit, taken and full. Leaves jobs, {id, due time, ...}, no more
-- than are wanted; with priorities also their levels and the turn that is reached after each.
-- By priority, but of ten turns in which there is a choice one goes to normal jobs first and one to low ones.
-- KEYS[1] meta (HASH): turn, KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
local free = full and 0 or limit - taken
local jobs, levels, turns = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'WITHSCORES', 'LIMIT', '0', free), nil, nil
if priorities then
	local orders = { [8] = { '', 'h', 'l' }, [9] = { 'l', 'h', '' }, others = { 'h', '', 'l' } }
	local left = {
		h = redis.call('ZRANGEBYSCORE', KEYS[8], '-inf', now, 'WITHSCORES', 'LIMIT', '0', free),
		l = redis.call('ZRANGEBYSCORE', KEYS[9], '-inf', now, 'WITHSCORES', 'LIMIT', '0', free),
		[''] = jobs
	}
	local turn = tonumber(redis.call('HGET', KEYS[1], 'turn') or '') or 0
	local at = { h = 1, l = 1, [''] = 1 }
	jobs, levels, turns = {}, {}, {}
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
		levels[n], turns[n], at[level] = level, turn, at[level] + 2
	end
end
