-- Part of _finish: trim(first, last, most, age, limit) removes the oldest runs while they are too many or too old, at
-- most as many as the limit. KEYS as in _finish. The newest run always stays.
local function trim(first, last, most, age, limit)
	local numbers, ids, read, texts, size = {}, {}, 0, {}, math.min(200, limit - 199)
	for number = first, math.min(last - 1, first + limit - 1) do
		if number == first + read then
			local fields = {}
			for i = 1, size do
				fields[i] = string.format('%.0f', number + i - 1)
			end
			texts, read, size = redis.call('HMGET', KEYS[12], unpack(fields)), read + size, 200
		end
		local text = texts[number - first - read + #texts + 1]
		local finished, id = string.match(text or '', '^%a(%d+);%d*;%-?%d*;%d*;%d+;%d*;[^;]*;(.*)$')
		if finished and last - number < most and not (age and finished + age < now) then
			break
		end
		numbers[#numbers + 1], ids[#ids + 1] = string.format('%.0f', number), id or ''
	end
	if #numbers == 0 then
		return
	end
	local gone = {}
	for i, number in ipairs(redis.call('HMGET', KEYS[13], unpack(ids))) do
		gone[#gone + 1] = number == numbers[i] and ids[i] or nil
	end
	redis.call('HDEL', KEYS[12], unpack(numbers))
	redis.call('HDEL', KEYS[14], unpack(numbers))
	if #gone > 0 then
		redis.call('HDEL', KEYS[13], unpack(gone))
	end
end
