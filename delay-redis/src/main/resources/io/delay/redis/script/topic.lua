-- Looks up the number of partitions of a topic, and records it on the first use. Each use of a topic with its recorded
-- number cancels an attempt to forget it.
-- KEYS[1] topics (HASH): topic -> number of partitions, 'from>to;move' while the topic is being moved or forgotten
--   (to 0)
-- ARGV[1] topic, ARGV[2] the number to record if there is none, '' to record nothing
-- Returns {0, the recorded entry, '' for none}
-- Invariant: writes only an entry that is missing or being forgotten, so that the jobs of a known topic can be handled
--   when the server is out of memory.
local recorded = redis.call('HGET', KEYS[1], ARGV[1])
if ARGV[2] ~= '' and (not recorded or string.match(recorded, '^(%d+)>0;') == ARGV[2]) then
	redis.call('HSET', KEYS[1], ARGV[1], ARGV[2])
	recorded = ARGV[2]
end
return { 0, recorded or '' }
