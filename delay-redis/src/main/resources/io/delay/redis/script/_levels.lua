-- Fragment: the sorted sets in which jobs wait: by priority ('' normal, 'h' high, 'l' low), isolated jobs ('i', see
-- _stalled) and jobs that wait for a failure handler ('f', see _handling), and which of them the topic uses. A topic that
-- has never used high or low has no `priorities` in meta, and one that has never used the last two has no `queues`.
-- KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET),
--   KEYS[12] handling (ZSET)
local waiting = { [''] = KEYS[3], h = KEYS[8], l = KEYS[9], i = KEYS[11], f = KEYS[12] }
local levels = priorities and { '', 'h', 'l' } or { '' }
if queues then
	levels[#levels + 1] = 'i'
	levels[#levels + 1] = 'f'
end
