-- Puts a consumer on the list of the topic's consumers, or takes it off, and returns the place of its poller among the
-- pollers of the listed consumers.
-- KEYS[1] consumers (HASH): see _consumers
-- ARGV[1] consumer, ARGV[2] how long it stays on the list unless it is announced again, in ms, ARGV[3] its
--   registration (empty: it is taken off), ARGV[4] the maximum number of consumers, ARGV[5] its poller
-- Returns {0, place of the poller in the order of names, from 0, number of pollers}
-- Invariant: the key is bounded, and expires. A removal, maybe without effect, comes first, because Redis then accepts
--   the other writes of the script even when out of memory.
--@include _time -- micros
local now, all, since = math.floor(micros / 1000), redis.call('HGETALL', KEYS[1]), nil
local gone, pollers, place, count = { '' }, { [ARGV[5]] = true }, 0, 0
for i = 1, #all, 2 do
	local seen, first, poller = string.match(all[i + 1], '^(%d+) (%d+) (%S+) ')
	if not seen or now - seen >= tonumber(ARGV[2]) or (all[i] == ARGV[1] and ARGV[3] == '') then
		gone[#gone + 1] = all[i]
	elseif all[i] == ARGV[1] then
		since = first
	elseif poller ~= '-' then
		pollers[poller] = true
	end
end
redis.call('HDEL', KEYS[1], unpack(gone))
if ARGV[3] ~= '' and (since or #all / 2 - #gone + 1 < tonumber(ARGV[4])) then
	local value = string.format('%.0f %s %s ', now, since or string.format('%.0f', now), ARGV[5]) .. ARGV[3]
	redis.call('HSET', KEYS[1], ARGV[1], value)
	redis.call('PEXPIRE', KEYS[1], ARGV[2])
end
for poller in pairs(pollers) do
	place, count = place + (poller < ARGV[5] and 1 or 0), count + 1
end
return { 0, place, count }
