-- Returns the layout of a partition, which contains the number of partitions of its topic. Changes nothing.
-- KEYS[1] meta (HASH): layout, as in _fence
-- Returns {0, the layout, '' for none}
return { 0, redis.call('HGET', KEYS[1], 'layout') or '' }
