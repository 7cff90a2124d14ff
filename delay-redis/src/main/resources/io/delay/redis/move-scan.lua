-- Walks the ids of one sorted set of a partition. Changes nothing.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET)
-- ARGV[3] the number of the key, ARGV[4] cursor in it, '0' to begin
-- Returns {0, next cursor, '0' at the end; the ids}
local page
if ARGV[3] == '3' then
	page = redis.call('ZSCAN', KEYS[3], ARGV[4], 'COUNT', 400)
elseif ARGV[3] == '4' then
	page = redis.call('ZSCAN', KEYS[4], ARGV[4], 'COUNT', 400)
elseif ARGV[3] == '6' then
	page = redis.call('ZSCAN', KEYS[6], ARGV[4], 'COUNT', 400)
elseif ARGV[3] == '8' then
	page = redis.call('ZSCAN', KEYS[8], ARGV[4], 'COUNT', 400)
else
	page = redis.call('ZSCAN', KEYS[9], ARGV[4], 'COUNT', 400)
end
local reply = { 0, page[1] }
for i = 1, #page[2], 2 do
	reply[#reply + 1] = page[2][i]
end
return reply
