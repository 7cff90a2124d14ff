-- Checks whether leases are valid, without changing them.
-- KEYS[1] leases (HASH)
-- ARGV[1] channel, ARGV from 3 on, per job: id, token
-- Returns {flags, per job: 1 valid or 0 lease lost}
local ids, reply = {}, { 0 }
for i = 3, #ARGV, 2 do
	ids[#ids + 1] = ARGV[i]
end
for i, text in ipairs(redis.call('HMGET', KEYS[1], unpack(ids))) do
	reply[i + 1] = (text and string.match(text, '^[^; ]+') == ARGV[2 * i + 2]) and 1 or 0
end
return reply
