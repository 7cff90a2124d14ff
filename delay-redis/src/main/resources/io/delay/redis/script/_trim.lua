-- Part of store of _store: removes the oldest runs while they are too many or too old, at most 200 more than were
-- stored. KEYS as in _runs. The newest run always stays. Needs first, last, most, age, count and key.
local numbers, ids, texts, from, read, size = {}, {}, nil, nil, 0, count + 1
local top = math.min(last - 1, first + count + 199)
local oldest = (age ~= '') and now - age or nil
for number = first, top do
	if number == first + read then
		local fields = {}
		for i = 1, math.min(size, 200, top - number + 1) do
			fields[i] = string.format('%d', number + i - 1)
			numbers[read + i] = fields[i]
		end
		texts, from, read, size = redis.call('HMGET', KEYS[key - 2], unpack(fields)), number - 1, read + #fields, 200
	end
	local n = number - first + 1
	local tooMany, text = last - number >= most + 0, texts[number - from] or ''
	if not tooMany and not oldest then
		break
	end
	local id = string.match(text, '^%a%d+;%d*;%-?%d*;%d*;%d+;%d*;[^;]*;(.*)$')
	if not tooMany and id and string.match(text, '^%a(%d+)') + 0 >= oldest then
		break
	end
	ids[n] = id or ''
end
if #ids == 0 then
	return
end
-- If there are as many ids as runs, each run is the newest one of its id
local gone = (redis.call('HLEN', KEYS[key - 1]) == last - first + 1) and ids or nil
if not gone then
	gone = {}
	for i, number in ipairs(redis.call('HMGET', KEYS[key - 1], unpack(ids))) do
		gone[#gone + 1] = number == numbers[i] and ids[i] or nil
	end
end
redis.call('HDEL', KEYS[key - 2], unpack(numbers, 1, #ids))
if redis.pcall('HLEN', KEYS[key]) ~= 0 then
	redis.pcall('HDEL', KEYS[key], unpack(numbers, 1, #ids))
end
if #gone > 0 then
	redis.call('HDEL', KEYS[key - 1], unpack(gone))
end
