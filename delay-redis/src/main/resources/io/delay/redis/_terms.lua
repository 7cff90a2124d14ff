-- Fragment: leaseOf(text) returns what a lease says: token, attempt, max (attempts), ttr, visible (since when its job was
-- ready) and due (time), in ms, and priority; nil if it cannot be read. hostOf(token) is the host that a token names, else
-- the token. Text: host/poller:n;attempt;max;ttr;visible;due, and ;h or ;l for a priority
local function leaseOf(text)
	local token, attempt, max, ttr, visible, due, priority =
		string.match(text or '', '^([^;]+);(%d+);(%d+);(%d+);(%d+);(%d+);?([hl]?)$')
	if token then
		return { token = token, attempt = tonumber(attempt), max = tonumber(max), ttr = ttr, priority = priority,
			visible = tonumber(visible), due = tonumber(due) }
	end
end

local function hostOf(token)
	return string.match(token, '^(.+)/') or token
end
