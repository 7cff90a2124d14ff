-- Counts the waiting jobs by the interval in which they become due. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] start of the first interval in ms, ARGV[4] length of each interval in ms, ARGV[5] number of intervals
-- Returns {0, per interval: number of jobs}
--@include _fence -- priorities, queues
--@include _levels -- waiting, levels
local function countBefore(time)
	local count = 0
	for _, level in ipairs(levels) do
		count = count + redis.call('ZCOUNT', waiting[level], '-inf', string.format('(%.0f', time))
	end
	return count
end
local reply, time, length = { 0 }, tonumber(ARGV[3]), tonumber(ARGV[4])
local before = countBefore(time)
for i = 1, tonumber(ARGV[5]) do
	local after = countBefore(time + i * length)
	reply[1 + i], before = after - before, after
end
return reply
