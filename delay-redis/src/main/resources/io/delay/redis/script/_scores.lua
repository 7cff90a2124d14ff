-- Part of _clock: the scores by which waiting jobs and leases are sorted. A score is the time in ms at which a job is
-- ready or a lease ends. While the clock is behind the mark, ready jobs stay ready: scores up to the mark are ready,
-- and scores from one ms after the mark wait for the clock. A time that is set meanwhile and lies before the mark gets
-- a score in the ms after the mark: the minute before the mark is mapped into that ms in 4096 steps of 15 ms, rounded
-- up so that no job is early. A double has no smaller steps; from 2^41, in the year 2039, it has 2048.
-- Once the clock has reached the mark, all scores of the ms after it are ready.
-- Defines behind, whether the clock is behind the mark; reached, the highest score that is ready; scoreOf(time) and
--   timeOf(score), both in ms; microsUntil(score), 0 if it is ready. Needs micros, now, mark and armed.
local behind = mark and now < mark
local steps = math.max(mark or 0, now) < 2 ^ 41 and 4096 or 2048
local reached = behind and mark + math.floor((now - mark + 60000) * steps / 60000) / steps or now + (steps - 1) / steps
if behind and armed and armed <= mark then
	armed = nil -- pollers that slept until then have checked
end

local function scoreOf(time)
	if not behind or time > mark then
		return time
	end
	return (time <= now) and reached or mark + math.ceil((time - mark + 60000) * steps / 60000) / steps
end

-- A score can be converted to its time even if the mark has changed.
local function timeOf(score)
	local part = score % 1
	return (part == 0) and score or math.ceil(score - part - 60000 + part * 60000)
end

local function microsUntil(score)
	if score <= reached then
		return 0
	end
	return ((behind and score < mark + 1) and timeOf(score) or math.floor(score)) * 1000 - micros
end
