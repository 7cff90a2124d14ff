-- Looks up in how many partitions a topic is kept; its first user records that. Using it ends an attempt to forget it.
-- KEYS[1] topics (HASH): topic -> number of partitions, 'from>to;move' while it is being moved or forgotten (to 0)
-- ARGV[1] topic, ARGV[2] the number to record if there is none, '' to record nothing
-- Returns {0, what is recorded, '' for none}
-- Invariant: writes only what is missing, so that the jobs of a known topic can be worked off when the server is out
--   of memory.
local recorded = redis.call('HGET', KEYS[1], ARGV[1])
if ARGV[2] ~= '' and (not recorded or string.match(recorded, '^(%d+)>0;') == ARGV[2]) then
	redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
	recorded = ARGV[2]
end
return { 0, recorded or '' }
