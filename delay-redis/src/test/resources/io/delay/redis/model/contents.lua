-- All that is kept of some topics, and the wake-ups that were noted since the last time. For tests.
-- KEYS[1] topics (HASH), KEYS[2] noted wake-ups (LIST), then the nine keys of each topic
-- Returns {topics, wake-ups, per topic: {per key: its fields and values, or members and scores}}
-- Long payloads are cut: what counts is their beginning and their length.
local reply = { redis.call('HGETALL', KEYS[1]), redis.call('LRANGE', KEYS[2], 0, -1) }
redis.call('DEL', KEYS[2])
local hashes = { [1] = true, [2] = true, [5] = true, [7] = true }
for first = 3, #KEYS, 9 do
	local topic = {}
	for i = 1, 9 do
		local key = KEYS[first + i - 1]
		if hashes[i] then
			topic[i] = redis.call('HGETALL', key)
		else
			topic[i] = redis.call('ZRANGE', key, 0, -1, 'WITHSCORES')
		end
	end
	local jobs = topic[2]
	for i = 2, #jobs, 2 do
		local payload = string.match(jobs[i], '^[^\n]*\n[^\n]*\n()')
		if payload and #jobs[i] - payload + 1 > 64 then
			jobs[i] = string.sub(jobs[i], 1, payload + 63) .. '#' .. (#jobs[i] - payload + 1)
		end
	end
	reply[#reply + 1] = topic
end
return reply
