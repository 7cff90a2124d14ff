-- Ends all leases of one token. No reply to the reserve with this token was received, so the caller does not know the
-- jobs. Each call handles one page.
-- Transition: RESERVED -> READY, at the previous place of the job, as in hand-back-jobs; the attempt does not count.
--   A lease that cannot be parsed is kept: once it has expired, the next reserve buries the job.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] token, ARGV[4] cursor, '0' to begin
-- Returns {flags, next cursor, '0' at the end; number of jobs handed back}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _clock -- flags, armed, priorities, paused, now, reached, scoreOf, timeOf, microsUntil, saveClock
--@include _wake -- announce
--@include _lease -- lease, allowWrites, endLease
--@include _back -- firstBack, handBack
local page = redis.call('HSCAN', KEYS[5], ARGV[4], 'COUNT', 500)
local count = 0
for i = 1, #page[2], 2 do
	local held = (string.match(page[2][i + 1], '^[^; ]*') == ARGV[3]) and lease(page[2][i], ARGV[3])
	if held then
		handBack(page[2][i], held)
		count = count + 1
	end
end
if firstBack then
	announce(math.max(scoreOf(now), firstBack))
	saveClock()
end
return { flags, page[1], count }
