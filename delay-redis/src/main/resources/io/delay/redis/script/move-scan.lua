-- Lists the ids of one sorted set of a partition, page by page. Changes nothing.
-- KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[6] failed (ZSET), KEYS[8] waiting-high (ZSET),
--   KEYS[9] waiting-low (ZSET)
-- ARGV[3] the number of the key, ARGV[4] cursor in it, '0' to begin
-- Returns {0, next cursor, '0' at the end; the ids}
local page = redis.call('ZSCAN', KEYS[tonumber(ARGV[3])], ARGV[4], 'COUNT', 400)
local reply = { 0, page[1] }
for i = 1, #page[2], 2 do
	reply[#reply + 1] = page[2][i]
end
return reply
