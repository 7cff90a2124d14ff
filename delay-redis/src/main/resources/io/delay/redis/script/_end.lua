-- Fragment: endOf(held, score) returns when a lease (as in _terms) ends: at its score, unless the lease began in the
-- future, because the clock was ahead when it began. Then it ends at the latest one TTR from now. Needs _clock.
local function endOf(held, score)
	local began = held.since or score - held.ttr
	return (began > now + 2000) and math.min(score, soon + held.ttr) or score
end
