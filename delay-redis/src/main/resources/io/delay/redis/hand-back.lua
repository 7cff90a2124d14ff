-- Ends all leases of one token, whose reserve got no reply; nobody knows which jobs it was given. One page a call.
-- Transition: RESERVED -> READY; the attempt is given back.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] token, ARGV[4] cursor, '0' to begin
-- Returns {flags, next cursor, '0' at the end; jobs handed back}
-- Invariant: a key of another type fails it before anything moves; removes before it adds.
--@include _clock
--@include _wake
--@include _waiting
local page = redis.call('HSCAN', KEYS[5], ARGV[4], 'COUNT', 500)
local count = 0
redis.call('ZCARD', KEYS[4])
for i = 1, #page[2], 2 do
	local id = page[2][i]
	if string.match(page[2][i + 1], '^[^;]*') == ARGV[3] then
		redis.call('ZREM', KEYS[4], id)
		if redis.call('HDEL', KEYS[5], id) == 1 then
			addWaiting(now, id, string.match(page[2][i + 1], ';([hl])$'))
			count = count + 1
		end
	end
end
if count > 0 then
	announce(now)
	saveClock()
end
return { flags, page[1], count }
