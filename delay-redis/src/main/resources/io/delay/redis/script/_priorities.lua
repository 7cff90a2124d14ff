-- Fragment: checks the sets of _levels, because a key of the wrong type must make the script fail before any job moves.
-- useLevel(level) must be called before the first job moves to a set other than the first.
-- KEYS[1] meta (HASH): priorities, queues
--@include _levels -- waiting, levels
local function checkLevels()
	for _, level in ipairs(levels) do
		redis.call('ZCARD', waiting[level])
	end
end
checkLevels()

local function useLevel(level)
	local isQueue = level == 'i' or level == 'f'
	if level ~= '' and not (isQueue and queues or not isQueue and priorities) then
		priorities, queues = priorities or (not isQueue and '1'), queues or (isQueue and '1')
		levels = { '', 'h', 'l', 'i', 'f' }
		checkLevels()
		redis.call('HSET', KEYS[1], isQueue and 'queues' or 'priorities', 1)
	end
end
