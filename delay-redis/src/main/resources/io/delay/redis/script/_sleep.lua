-- Part of reserve: the next event for a poller that has taken all ready jobs. Sets reply[3] to the microseconds until
-- the next event (the time of a job, the end of a lease, or giveUp, see _handling), -1 for none, and arms the event: a
-- script that creates an earlier event must publish it. The expired lease of a job that this call has left out is not
-- an event. Needs earliest, firstLease, unseen, redelivered, leftOut and giveUp.
-- KEYS[1] meta (HASH), KEYS[4] reserved (ZSET), and the sets of _levels
local event = math.huge
for _, level in ipairs(levels) do
	event = math.min(event, tonumber(redis.call('ZRANGE', waiting[level], '0', '0', 'WITHSCORES')[2] or event))
end
if firstLease then
	event = math.min(event, firstLease, earliest or event)
elseif unseen then
	event = math.min(event, reached)
elseif redelivered[1] + leftOut > 0 then
	local range = redis.call('ZRANGEBYSCORE', KEYS[4], string.format('(%.17g', reached), '+inf', 'WITHSCORES', 'LIMIT',
		'0', '1')
	event = math.min(event, tonumber(range[2] or event))
else
	event = math.min(event, tonumber(redis.call('ZRANGE', KEYS[4], '0', '0', 'WITHSCORES')[2] or event))
end
event = math.min(event, giveUp)
if event == math.huge then
	redis.pcall('HDEL', KEYS[1], 'armed')
	reply[3] = -1
else
	if event ~= armed then
		redis.pcall('HSET', KEYS[1], 'armed', event)
	end
	reply[3] = microsUntil(event)
end
