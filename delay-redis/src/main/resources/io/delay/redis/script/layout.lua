-- Returns the number of partitions with which a partition may be used. Changes nothing.
-- KEYS[1] meta (HASH): layout, as in _fence
-- Returns {0, the layout, '' for none}
return { 0, redis.call('HGET', KEYS[1], 'layout') or '' }
