-- Fragment: publish(message) sends a message to the pollers of the topic. If the server refuses it, a flag is set
-- and the script does not fail, because the jobs have already moved.
-- ARGV[1] channel
local function publish(message)
	local sent = redis.pcall('PUBLISH', ARGV[1], message)
	if type(sent) == 'table' and sent.err and flags % 2 == 0 then
		flags = flags + 1
	end
end
