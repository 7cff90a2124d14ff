-- Fragment: renew(layout) deletes a partition's meta if its topic was forgotten, so that the key also loses its expiry.
-- KEYS[1] meta (HASH)
local function renew(layout)
	if string.find(layout or '', '^0;') then
		redis.call('HDEL', KEYS[1], unpack(redis.call('HKEYS', KEYS[1])))
	end
end
