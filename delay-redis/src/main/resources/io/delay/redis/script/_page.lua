-- Fragment: the sorted set of a page, chosen by ARGV[3] (state) and ARGV[4] (priority), in the order of the page: newest
-- first if ARGV[9] is '1', otherwise oldest first. A rank is the number of jobs that come before a job in that order.
-- KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), and the sets of _levels
--@include _levels -- waiting
local set = (ARGV[3] == '3') and KEYS[4] or (ARGV[3] == '4') and KEYS[6] or waiting[ARGV[4]]
local newest = ARGV[9] == '1'

-- Returns the number of jobs that come before or have a score.
local function countTo(score)
	if newest then
		return redis.call('ZCOUNT', set, score, '+inf')
	end
	return redis.call('ZCOUNT', set, '-inf', score)
end

local function range(first, last)
	if newest then
		return redis.call('ZRANGE', set, first, last, 'REV', 'WITHSCORES')
	end
	return redis.call('ZRANGE', set, first, last, 'WITHSCORES')
end

-- Compares bytes, as sorted sets do, because the comparison in Lua depends on the locale of the server.
local function isBehind(one, other)
	if newest then
		one, other = other, one
	end
	for i = 1, math.min(#one, #other) do
		local a, b = string.byte(one, i), string.byte(other, i)
		if a ~= b then
			return a > b
		end
	end
	return #one > #other
end

-- Returns whether a job comes after a position in the order of the page.
local function follows(score, id, otherScore, otherId)
	if score == otherScore then
		return isBehind(id, otherId)
	end
	return (score > otherScore) ~= newest
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
