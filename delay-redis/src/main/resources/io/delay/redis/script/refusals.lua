-- Tries the commands of other scripts, in forms that change nothing, to find those that the server refuses permanently.
-- KEYS[1] topics (HASH)
-- KEYS[2] a key that never exists, in the same slot
-- ARGV[1] a channel without subscribers to try PUBLISH, too, empty to leave it out
-- ARGV[2] 1 to try HSET, too, whose only form that changes nothing adds an error to the statistics of the server
-- Returns {0, per command that is refused: its name, the error message of the server}
-- Invariant: changes nothing and, if nothing is refused and HSET is left out, adds no error to the statistics.
--   Commands for a sorted set find no key, HSET lacks a value, and HSETNX uses a field that exists.
local reply = { 0 }
local signs = { 'READONLY', 'MISCONF', 'NOPERM', 'ACL failure', "can't run this command", 'at least one of the keys',
	'Unknown Redis command', 'Unknown command' }

local function try(command, answer)
	local words = type(answer) == 'table' and answer.err or ''
	for _, sign in ipairs(signs) do
		if string.find(words, sign, 1, true) then
			reply[#reply + 1] = command
			reply[#reply + 1] = words
			return
		end
	end
end

try('time', redis.pcall('TIME'))
try('hget', redis.pcall('HGET', KEYS[1], ''))
try('hmget', redis.pcall('HMGET', KEYS[1], ''))
try('hlen', redis.pcall('HLEN', KEYS[1]))
try('hkeys', redis.pcall('HKEYS', KEYS[2]))
try('hexists', redis.pcall('HEXISTS', KEYS[1], ''))
try('hstrlen', redis.pcall('HSTRLEN', KEYS[1], ''))
try('hdel', redis.pcall('HDEL', KEYS[1], ''))
if ARGV[2] == '1' then
	try('hset', redis.pcall('HSET', KEYS[1], '', '', ''))
end
local some = redis.pcall('HSCAN', KEYS[1], 0, 'COUNT', 1)
try('hscan', some)
if type(some[2]) == 'table' and some[2][1] then
	try('hsetnx', redis.pcall('HSETNX', KEYS[1], some[2][1], ''))
end
try('zadd', redis.pcall('ZADD', KEYS[2], 'XX', 0, ''))
try('zrem', redis.pcall('ZREM', KEYS[2], ''))
try('zcard', redis.pcall('ZCARD', KEYS[2]))
try('zcount', redis.pcall('ZCOUNT', KEYS[2], 0, 0))
try('zrange', redis.pcall('ZRANGE', KEYS[2], 0, 0))
try('zrangebyscore', redis.pcall('ZRANGEBYSCORE', KEYS[2], 0, 0))
try('zscan', redis.pcall('ZSCAN', KEYS[2], 0))
try('zscore', redis.pcall('ZSCORE', KEYS[2], ''))
if ARGV[1] ~= '' then
	try('publish', redis.pcall('PUBLISH', ARGV[1], ''))
end
return reply
