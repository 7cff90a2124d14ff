-- Registers a poller of a topic and returns its position among all pollers. The other pollers are notified if the
-- poller is new.
-- KEYS[1] pollers (ZSET): poller -> when it was last seen, in ms
-- KEYS[2] consumers (HASH): poller -> time of its first registration in ms, then a space and its registration
-- ARGV[1] channel, ARGV[2] poller, ARGV[3] how long a poller counts as active after it was last seen, in ms, ARGV[4]
--   its registration (empty: unchanged), ARGV[5] the maximum number of registrations
-- Returns {0, position of the poller in the order of names, from 0, number of pollers}
-- Invariant: the keys are bounded, because they and all pollers in them expire. Each poller in consumers is also in
--   pollers, unless Redis has evicted the key pollers alone. In that case, entries that were not registered again are
--   removed when the maximum is reached.
--@include _time -- micros
local now, place = math.floor(micros / 1000), 0
local expired = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[3]))
-- The removal comes first, because Redis then accepts the other writes of the script even when out of memory
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[3]))
for _, poller in ipairs(expired) do
	redis.call('HDEL', KEYS[2], poller)
end
local new = redis.call('ZADD', KEYS[1], now, ARGV[2]) == 1
redis.call('PEXPIRE', KEYS[1], ARGV[3])
if ARGV[4] ~= '' then
	local present = redis.call('HGET', KEYS[2], ARGV[2])
	if not present and redis.call('HLEN', KEYS[2]) >= tonumber(ARGV[5]) then
		for _, poller in ipairs(redis.call('HKEYS', KEYS[2])) do
			if not redis.call('ZSCORE', KEYS[1], poller) then
				redis.call('HDEL', KEYS[2], poller)
			end
		end
	end
	if present or redis.call('HLEN', KEYS[2]) < tonumber(ARGV[5]) then
		local since = present and string.match(present, '^%d+') or string.format('%.0f', now)
		redis.call('HSET', KEYS[2], ARGV[2], since .. ' ' .. ARGV[4])
	end
end
redis.call('PEXPIRE', KEYS[2], ARGV[3])
local pollers = redis.call('ZRANGE', KEYS[1], 0, -1)
for _, poller in ipairs(pollers) do
	if poller < ARGV[2] then
		place = place + 1
	end
end
if new then
	redis.pcall('PUBLISH', ARGV[1], 'pollers')
end
return { 0, place, #pollers }
