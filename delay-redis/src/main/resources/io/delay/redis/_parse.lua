-- Fragment: readers of what the hashes hold; each returns nil for what cannot be read.
-- record(text): the job's own TTR and max attempts, 0 where it sets none, the size of its payload in bytes, and its
-- priority ('', 'h' or 'l'). Text: 1;ttr;max<LF>headers<LF>payload, with 1h or 1l for a priority. No TTR has more than
-- 10 digits and no maximum more than 5; a lease with a larger number could be one that no script can read again, and
-- that never ends.
local function record(text)
	local priority, ttr, max, payload = string.match(text or '', '^1([hl]?);(%d*);(%d*)\n[^\n]*\n()')
	if ttr and #ttr <= 10 and #max <= 5 then
		return tonumber(ttr) or 0, tonumber(max) or 0, #text + 1 - payload, priority
	end
end

-- leaseOf(text): attempt, max attempts, ttr and the host that the token names, else the token. Text:
-- host/poller:n;attempt;max;ttr, and ;h or ;l for a priority
local function leaseOf(text)
	local token, attempt, max, ttr = string.match(text or '', '^([^;]+);(%d+);(%d+);(%d+);?[hl]?$')
	if token then
		return tonumber(attempt), tonumber(max), ttr, string.match(token, '^(.+)/') or token
	end
end

-- attemptsOf(text): the attempts that failed so far, 0 for none. Text: attempts;time;host<LF>error
local function attemptsOf(text)
	return tonumber(string.match(text or '', '^(%d+);') or '') or 0
end
