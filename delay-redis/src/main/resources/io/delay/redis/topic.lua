-- Looks up in how many partitions a topic is kept; its first user records that.
-- KEYS[1] topics (HASH): topic -> number of partitions
-- ARGV[1] topic, ARGV[2] the number to record if there is none, '' to record nothing
-- Returns {0, the number that is recorded, '' for none}
-- Invariant: writes only what is missing, so that the jobs of a known topic can be worked off when the server is out
--   of memory.
local recorded = redis.call('HGET', KEYS[1], ARGV[1])
if not recorded and ARGV[2] ~= '' then
	redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
end
return { 0, recorded or ARGV[2] }
