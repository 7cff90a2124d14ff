-- Fragment: the sorted set that a page is about, chosen by ARGV[3] (state) and ARGV[4] (priority), and ranks in it.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET)
local function countTo(score)
	if ARGV[3] == '3' then
		return redis.call('ZCOUNT', KEYS[4], '-inf', score)
	elseif ARGV[3] == '4' then
		return redis.call('ZCOUNT', KEYS[6], '-inf', score)
	elseif ARGV[4] == 'h' then
		return redis.call('ZCOUNT', KEYS[8], '-inf', score)
	elseif ARGV[4] == 'l' then
		return redis.call('ZCOUNT', KEYS[9], '-inf', score)
	end
	return redis.call('ZCOUNT', KEYS[3], '-inf', score)
end

local function range(first, last)
	if ARGV[3] == '3' then
		return redis.call('ZRANGE', KEYS[4], first, last, 'WITHSCORES')
	elseif ARGV[3] == '4' then
		return redis.call('ZRANGE', KEYS[6], first, last, 'WITHSCORES')
	elseif ARGV[4] == 'h' then
		return redis.call('ZRANGE', KEYS[8], first, last, 'WITHSCORES')
	elseif ARGV[4] == 'l' then
		return redis.call('ZRANGE', KEYS[9], first, last, 'WITHSCORES')
	end
	return redis.call('ZRANGE', KEYS[3], first, last, 'WITHSCORES')
end

-- By bytes, as in sorted sets; the comparison of Lua goes by the locale of the server.
local function isBehind(one, other)
	for i = 1, math.min(#one, #other) do
		local a, b = string.byte(one, i), string.byte(other, i)
		if a ~= b then
			return a > b
		end
	end
	return #one > #other
end

-- The rank of the first job behind a position, found by bisection: many jobs can have the same time.
local function rankBehind(time, id)
	local low, high = countTo('(' .. time), countTo(time)
	while low < high do
		local middle = math.floor((low + high) / 2)
		if isBehind(range(middle, middle)[1], id) then
			high = middle
		else
			low = middle + 1
		end
	end
	return low
end
