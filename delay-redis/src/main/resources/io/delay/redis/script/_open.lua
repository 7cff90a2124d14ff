-- Fragment: _fence, and the end for a caller who would use a partition that is not open. Redis has come back empty, say;
-- then another number of partitions may be recorded by now, so the caller looks it up, opens the partition and comes again.
-- KEYS[1] meta (HASH), ARGV[2] partition/partitions
--@include _fence -- layout
if not layout then
	return redis.error_reply('DELAYCLOSED ' .. KEYS[1] .. ' is not open')
end
