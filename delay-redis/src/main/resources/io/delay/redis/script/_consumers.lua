-- Fragment: activeConsumers(all, expiry) returns the consumers in all, of the hash consumers of the first partition, that
-- were seen less than expiry ms before now: one id and text after the other. Needs now.
-- Text of consumers: when it was last seen and when it was first announced, in ms, its poller ('-' if it does not poll at
-- events), and its registration, with a space between them
local function activeConsumers(all, expiry)
	local active = {}
	for i = 1, #all, 2 do
		if now - (string.match(all[i + 1], '^%d+') or 0) < tonumber(expiry) then
			active[#active + 1] = all[i]
			active[#active + 1] = all[i + 1]
		end
	end
	return active
end
