-- Checks one part of the stored data: each job must be in exactly one state, and no data of deleted jobs may be
-- left. Changes nothing.
-- KEYS[1] meta (HASH), KEYS[2] jobs (HASH), KEYS[3] waiting (ZSET), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH),
--   KEYS[6] failed (ZSET), KEYS[7] failures (HASH), KEYS[8] waiting-high (ZSET), KEYS[9] waiting-low (ZSET), KEYS[11]
--   isolated (ZSET), KEYS[12] handling (ZSET)
-- ARGV[3] the part: 1 for the counts, otherwise the number of the key, ARGV[4] cursor in it, '0' to begin
-- Returns {0, next cursor, '0' at the end of the part, entries checked, per finding: id ('' for none), problem}
--@include _places -- places, numbers, checkNumbers
local reply, part, page = { 0, '0', 1 }, tonumber(ARGV[3]), nil
local function report(id, problem)
	reply[#reply + 1] = id
	reply[#reply + 1] = problem
end
if part == 1 then
	checkNumbers(report)
	return reply
elseif part == 2 then
	reply[3] = 0
--@include _records
	return reply
elseif part == 5 or part == 7 then
	page = redis.call('HSCAN', KEYS[part], ARGV[4], 'COUNT', 100)
else
	page = redis.call('ZSCAN', KEYS[part], ARGV[4], 'COUNT', 100)
end
reply[2], reply[3] = page[1], #page[2] / 2
for i = 1, #page[2], 2 do
	local id = page[2][i]
	local states, first = places(id)
	if redis.call('HEXISTS', KEYS[2], id) == 0 then
		report(id, 'is gone, but its entry in ' .. string.match(KEYS[part], '[^:]*$') .. ' is left')
	elseif states > 1 and part == first then
		report(id, 'is in ' .. states .. ' states')
	elseif part == 4 and redis.call('HEXISTS', KEYS[5], id) == 0 then
		report(id, 'is reserved without a lease')
	elseif part == 5 and not redis.call('ZSCORE', KEYS[4], id) then
		report(id, 'has a lease but is not reserved')
	elseif part == 6 and redis.call('HEXISTS', KEYS[7], id) == 0 then
		report(id, 'has failed without a reason')
	end
end
return reply
