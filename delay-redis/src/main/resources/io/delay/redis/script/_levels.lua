-- Fragment: the sorted set in which jobs of each priority wait ('' normal, 'h' high, 'l' low), and the priorities that
-- the topic uses. A topic that has never used high or low has no `priorities` in meta and uses only the first set.
-- KEYS[3] waiting (ZSET), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
local waiting = { [''] = KEYS[3], h = KEYS[8], l = KEYS[9] }
local levels = priorities and { '', 'h', 'l' } or { '' }
