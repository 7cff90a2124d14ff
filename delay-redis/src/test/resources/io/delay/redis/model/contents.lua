-- All that is kept of some partitions of topics, and the wake-ups that were noted since the last time. For tests.
-- KEYS topics (HASH), which may be left out, then for each partition its ten keys and its noted wake-ups (LIST)
-- Returns {topics, if asked for, per partition: {per key: its fields and values, or members and scores, then wake-ups}}
-- Long payloads are cut: what counts is their beginning and their length.
local reply, hashes = {}, { [1] = true, [2] = true, [5] = true, [7] = true, [10] = true }
local others = #KEYS % 11
if others == 1 then
	reply[1] = redis.call('HGETALL', KEYS[1])
end
for first = 1 + others, #KEYS, 11 do
	local partition = {}
	for i = 1, 10 do
		local key = KEYS[first + i - 1]
		if hashes[i] then
			partition[i] = redis.call('HGETALL', key)
		else
			partition[i] = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
		end
	end
	local jobs = partition[2]
	for i = 2, #jobs, 2 do
		local payload = string.match(jobs[i], '^[^\n]*\n[^\n]*\n()')
		if payload and #jobs[i] - payload + 1 > 64 then
			jobs[i] = string.sub(jobs[i], 1, payload + 63) .. '#' .. (#jobs[i] - payload + 1)
		end
	end
	partition[11] = redis.call('LRANGE', KEYS[first + 10], 0, -1)
	redis.call('DEL', KEYS[first + 10])
	reply[#reply + 1] = partition
end
return reply
