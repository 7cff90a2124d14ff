-- Part of purge-at-once: finds the jobs that remain, and which keys are unlinked. Needs deletes and held. Sets
-- kept, the ids of the jobs that remain; gone, the ids whose leases are deleted one by one; sets, the numbers of the
-- sorted sets that are unlinked, with the scores and ids that remain in each; and deleted, the number of jobs that are
-- to be deleted. It is 0 in four cases: more than 100 jobs remain, their data are large, more than 100 leases would be
-- deleted one by one, or the keys are inconsistent, for instance because meta has lost its field priorities.
-- KEYS as in purge-at-once
local most, room = 100, 500000
local kept, gone, sets, deleted = {}, {}, {}, redis.call('HLEN', KEYS[2])
local placed = redis.call('ZCARD', KEYS[4]) + redis.call('ZCARD', KEYS[6])
redis.call('HLEN', KEYS[5])
redis.call('HLEN', KEYS[7])

-- Reads one entry more than may remain, so that too many are noticed
local function keep(key, from, to)
	local found = redis.call('ZRANGEBYSCORE', KEYS[key], from, to, 'WITHSCORES', 'LIMIT', 0, most + 1 - #kept)
	local entries = sets[key] or {}
	for i = 1, #found, 2 do
		kept[#kept + 1] = found[i]
		entries[#entries + 1], entries[#entries + 2] = found[i + 1], found[i]
	end
end

for _, key in ipairs({ 3, 8, 9, 11, 12 }) do
	placed = placed + redis.call('ZCARD', KEYS[key])
	sets[key] = (deletes['1'] or deletes['2']) and {} or nil
	if not deletes['1'] then
		keep(key, string.format('(%d', now), '+inf')
	end
	if not deletes['2'] then
		keep(key, '-inf', now)
	end
end
if deletes['4'] then
	sets[6] = {}
else
	keep(6, '-inf', '+inf')
end
if deletes['1'] and deletes['3'] then
	sets[4] = {}
else
	for _, id in ipairs(redis.call('ZRANGE', KEYS[4], 0, 2 * most)) do
		local ids = deletes[held[id] and '1' or '3'] and gone or kept
		ids[#ids + 1] = id
	end
end
if #kept > most or #gone > most or deleted ~= placed then
	deleted = #kept
else
	local seen = {}
	for _, id in ipairs(kept) do
		room = (seen[id] or redis.call('HEXISTS', KEYS[2], id) == 0) and -1 or room
		seen[id] = true
		room = room - redis.call('HSTRLEN', KEYS[2], id) - redis.call('HSTRLEN', KEYS[7], id)
	end
end
deleted = (room < 0) and 0 or deleted - #kept
