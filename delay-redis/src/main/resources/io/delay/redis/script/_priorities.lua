-- Fragment: checks the sets of _levels, because a key of the wrong type must make the script fail before any job moves.
-- usePriorities() must be called before the first job with a priority other than normal moves.
-- KEYS[1] meta (HASH): priorities
--@include _levels -- waiting, levels
local function checkLevels()
	for _, level in ipairs(levels) do
		redis.call('ZCARD', waiting[level])
	end
end
checkLevels()

local function usePriorities()
	if not priorities then
		priorities, levels = '1', { '', 'h', 'l' }
		checkLevels()
		redis.call('HSET', KEYS[1], 'priorities', 1)
	end
end
