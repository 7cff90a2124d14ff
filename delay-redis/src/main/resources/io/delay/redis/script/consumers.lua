-- Lists the consumers of a topic. Changes nothing.
-- KEYS[1] pollers (ZSET): poller -> when it was last seen, in ms
-- KEYS[2] consumers (HASH): poller -> time of its first registration in ms, then a space and its registration
-- ARGV[1] how long a poller counts as active after it was last seen, in ms
-- Returns {0, poller, when it was last seen in ms, the value in consumers; the next poller ...}
--@include _time -- micros
local oldest = math.floor(micros / 1000) - tonumber(ARGV[1])
local result, known = { 0 }, redis.call('HGETALL', KEYS[2])
for i = 1, #known, 2 do
	local seen = tonumber(redis.call('ZSCORE', KEYS[1], known[i]) or '')
	if seen and seen > oldest then
		result[#result + 1] = known[i]
		result[#result + 1] = seen
		result[#result + 1] = known[i + 1]
	end
end
return result
