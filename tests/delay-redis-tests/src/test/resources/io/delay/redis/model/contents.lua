-- All that is kept of some partitions of topics, and the wake-ups that were noted since the last time. For tests.
-- KEYS topics (HASH), which may be left out, then for each partition its ten keys, those of its history, and its noted wake-ups (LIST)
-- Returns {topics, if asked for, per partition: {per key: its fields and values, or members and scores, then wake-ups}}
-- Long payloads are cut: what counts is their beginning and their length.
local reply, hashes = {}, { [1] = true, [2] = true, [5] = true, [7] = true }
for i = 10, 13 do
	hashes[i] = true
end
local others = #KEYS % 14
if others == 1 then
	reply[1] = redis.call('HGETALL', KEYS[1])
end
for first = 1 + others, #KEYS, 14 do
	local partition = {}
	for i = 1, 13 do
		local key = KEYS[first + i - 1]
		if hashes[i] then
			partition[i] = redis.call('HGETALL', key)
		else
			partition[i] = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
		end
	end
	for _, key in ipairs({ 2, 13 }) do
		local records = partition[key]
		for i = 2, #records, 2 do
			local payload = string.match(records[i], '^[^\n]*\n[^\n]*\n()')
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
