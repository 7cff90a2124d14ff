-- Fragment: the sorted set of a page, chosen by ARGV[3] (state) and ARGV[4] (priority), and ranks in it.
-- KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), and the sets of _levels
--@include _levels -- waiting
local set = (ARGV[3] == '3') and KEYS[4] or (ARGV[3] == '4') and KEYS[6] or waiting[ARGV[4]]

local function countTo(score)
	return redis.call('ZCOUNT', set, '-inf', score)
end

local function range(first, last)
	return redis.call('ZRANGE', set, first, last, 'WITHSCORES')
end

-- Compares bytes, as sorted sets do, because the comparison in Lua depends on the locale of the server.
local function isBehind(one, other)
	for i = 1, math.min(#one, #other) do
		local a, b = string.byte(one, i), string.byte(other, i)
		if a ~= b then
			return a > b
		end
	end
	return #one > #other
end

-- Returns the rank of the first job after a position, found by bisection, because many jobs can have the same score.
local function rankBehind(score, id)
	local low, high = countTo('(' .. score), countTo(score)
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
