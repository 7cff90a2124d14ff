-- Ends all leases of some tokens. No replies to the reserves with these tokens were received, so the caller does not know
-- the jobs. Each call handles one page.
-- Transition: RESERVED -> READY, at the previous place of the job, as in hand-back-jobs; the attempt does not count.
--   A lease that cannot be parsed is kept: once it has expired, the next reserve buries the job.
-- KEYS[1] meta (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH), KEYS[7] failures
--   (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11] isolated (ZSET), KEYS[12] handling
--   (ZSET)
-- ARGV[1] channel, ARGV[2] partition/partitions, ARGV[3] cursor, '0' to begin, then the tokens, at most 500
-- Returns {flags, next cursor, '0' at the end; number of jobs handed back}
-- Invariant: a key of the wrong type makes the script fail before any job moves; adds before it removes, see _commit.
--@include _clock -- micros, flags, armed, priorities, paused, queues, now, microsUntil, saveClock
--@include _wake -- announce
--@include _lease -- lease, allowWrites, endLease
--@include _back -- firstBack, isQueued, handBack
local tokens = {}
for i = 4, #ARGV do
	tokens[ARGV[i]] = true
end
local page = redis.call('HSCAN', KEYS[5], ARGV[3], 'COUNT', 500)
local count = 0
for i = 1, #page[2], 2 do
	local token = string.match(page[2][i + 1], '^[^; ]*')
	local held = tokens[token] and lease(page[2][i], token)
	if held then
		handBack(page[2][i], held)
		count = count + 1
	end
end
if firstBack then
	announce(math.max(now, firstBack), isQueued)
	saveClock()
end
return { flags, page[1], count }
