-- Counts the waiting jobs by the interval in which they become due. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[3] start of the first interval in ms, ARGV[4] length of each in ms, ARGV[5] how many
-- Returns {0, per interval: number of jobs}
--@include _fence
--@include _levels
local reply, from, length = { 0 }, tonumber(ARGV[3]), tonumber(ARGV[4])
for _ = 1, tonumber(ARGV[5]) do
	local to = string.format('(%.0f', from + length)
	local count = 0
	for _, level in ipairs(levels) do
		count = count + redis.call('ZCOUNT', waiting[level], from, to)
	end
	reply[#reply + 1] = count
	from = from + length
end
return reply
