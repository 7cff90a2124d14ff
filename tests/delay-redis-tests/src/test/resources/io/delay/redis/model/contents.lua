-- All that is kept of some partitions of topics, and the wake-ups that were noted since the last time. For tests.
-- KEYS topics (HASH), which may be left out, then for each partition its twelve keys, its runs (STREAM), and its noted wake-ups (LIST)
-- Returns {topics, if asked for, per partition: {per key: its fields and values, or members and scores, then wake-ups}}
-- Long payloads are cut: what counts is their beginning and their length.
local reply, hashes = {}, { [1] = true, [2] = true, [5] = true, [7] = true }
hashes[10] = true
local others = #KEYS % 14
if others == 1 then
	reply[1] = redis.call('HGETALL', KEYS[1])
end
for first = 1 + others, #KEYS, 14 do
	local partition = {}
	for i = 1, 12 do
		local key = KEYS[first + i - 1]
		if hashes[i] then
			partition[i] = redis.call('HGETALL', key)
		else
			partition[i] = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
		end
	end
	local runs = {}
	for _, entry in ipairs(redis.call('XREVRANGE', KEYS[first + 12], '+', '-')) do
		local fields, n = entry[2], #runs
		runs[n + 1], runs[n + 2], runs[n + 3] = fields[2], fields[4], fields[6] or false
	end
	partition[13] = runs
	for key, step in pairs({ [2] = 2, [13] = 3 }) do
		local records = partition[key]
		for i = step, #records, step do
			local payload = string.match(records[i] or '', '^[^\n]*\n[^\n]*\n()')
			if payload and #records[i] - payload + 1 > 64 then
				records[i] = string.sub(records[i], 1, payload + 63) .. '#' .. (#records[i] - payload + 1)
			end
		end
	end
	partition[14] = redis.call('LRANGE', KEYS[first + 13], 0, -1)
	redis.call('DEL', KEYS[first + 13])
	reply[#reply + 1] = partition
end
return reply
