-- Fragment: _fence, and an error for a caller that uses a partition that is not open, for example because Redis has
-- lost its data. A different number of partitions may be recorded by now, so the caller looks up the number, opens
-- the partition and repeats the call.
-- KEYS[1] meta (HASH), ARGV[2] partition/partitions
--@include _fence -- layout
if not layout then
	return redis.error_reply('DELAYCLOSED ' .. KEYS[1] .. ' is not open')
end
