-- Fragment: leaseOf(text) returns attempt, max attempts, ttr in ms, the host that the token names, else the token, and
-- the priority; nil if the lease cannot be read. Text: host/poller:n;attempt;max;ttr, and ;h or ;l for a priority
local function leaseOf(text)
	local token, attempt, max, ttr, priority = string.match(text or '', '^([^;]+);(%d+);(%d+);(%d+);?([hl]?)$')
	if token then
		return tonumber(attempt), tonumber(max), ttr, string.match(token, '^(.+)/') or token, priority
	end
end
