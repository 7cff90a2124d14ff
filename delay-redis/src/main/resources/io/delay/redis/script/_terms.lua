-- Fragment: leaseOf(text) returns the values of a lease: text, token, since (when it began, nil if it was never
-- extended), attempt, max (attempts), ttr, visible (since when its job was ready) and due (time), in ms, priority,
-- progress and stalls (see _stalled), handled (whether the consumer has a failure handler) and failed (the failed
-- attempts of a job in failure handling, see _handling); nil if it cannot be parsed. hostOf(token) returns the host in a
-- token, or the token if there is none. endOf(lease, score, now) returns when a lease ends: at its score, unless it began
-- in the future, because the clock was ahead when it began; then at the latest one TTR from now.
-- Text: the token, a space and since if the lease was extended, ;attempt;max;ttr;visible;due, then ';', priority,
-- progress and stalls, unless all three are empty. Versions that do not know since read it as a part of the token.
-- Max begins with 0 if the consumer has a failure handler. Then ';f' and failed for a job in failure handling.
-- Priority is h or l. Progress is u: the worker has not reported the start of the handler, a: the same, and the job was
-- reserved before it was due (then progress is u and ahead is true), s: the worker has reported the start, o: it has
-- reported that it is alive but overdue, or empty for a worker that reports nothing. Stalls is a number, empty for 0.
local function leaseOf(text)
	local token, since, attempt, max, ttr, visible, due, priority, progress, stalls, rest =
		string.match(text or '', '^([^; ]+) ?(%d*);(%d+);(%d+);(%d+);(%d+);(%d+);?([hl]?)([uaso]?)(%d*)(.*)$')
	local failed = rest and rest ~= '' and string.match(rest, '^;f(%d+)$')
	if token and (rest == '' or failed) then
		return { token = token, attempt = tonumber(attempt), max = tonumber(max), ttr = ttr, priority = priority,
			visible = tonumber(visible), due = tonumber(due), progress = (progress == 'a') and 'u' or progress,
			ahead = progress == 'a', stalls = tonumber(stalls) or 0, handled = string.byte(max) == 48,
			failed = tonumber(failed or ''), since = tonumber(since), text = text }
	end
end

local function hostOf(token)
	return string.match(token, '^(.+)/') or token
end

local function endOf(held, score, now)
	local began = held.since or score - held.ttr
	return (began > now + 2000) and math.min(score, now + held.ttr) or score
end
