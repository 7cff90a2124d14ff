-- Fragment: leaseOf(text) returns the values of a lease: token, attempt, max (attempts), ttr, visible (since when its
-- job was ready) and due (time), in ms, priority, progress and stalls (see _stalled); nil if it cannot be parsed.
-- hostOf(token) returns the host in a token, or the token if there is none.
-- Text: host/poller:n;attempt;max;ttr;visible;due, and if any of them is not empty ; with priority, progress and stalls.
-- Priority is h or l. Progress is u: the worker has not reported the start of the handler, s: it has, o: it has
-- reported that it is alive but overdue, or empty for a worker that reports nothing. Stalls is a number, empty for 0.
local function leaseOf(text)
	local token, attempt, max, ttr, visible, due, priority, progress, stalls =
		string.match(text or '', '^([^;]+);(%d+);(%d+);(%d+);(%d+);(%d+);?([hl]?)([uso]?)(%d*)$')
	if token then
		return { token = token, attempt = tonumber(attempt), max = tonumber(max), ttr = ttr, priority = priority,
			visible = tonumber(visible), due = tonumber(due), progress = progress, stalls = tonumber(stalls) or 0 }
	end
end

local function hostOf(token)
	return string.match(token, '^(.+)/') or token
end
