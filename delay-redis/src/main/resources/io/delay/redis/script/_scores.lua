-- Part of _clock: the scores by which waiting jobs and leases are sorted. A score is the time in ms at which a job is ready
-- or a lease ends. While the clock is behind the mark, what was ready stays ready: scores up to the mark mean nothing else,
-- and those from one ms behind it on wait for the clock. What is counted meanwhile and comes before the mark has a score
-- between the two: the minute before the mark is mapped into that ms in 4096 steps of 15 ms, rounded up so that nothing is
-- early. A double has no smaller ones; from 2^41, in the year 2039, it has 2048.
-- Defines reached, the highest score that is ready; scoreOf(time) and timeOf(score), both in ms; microsUntil(score), nothing
-- if it is ready. Needs micros, now, mark and armed.
local behind = mark and now < mark
local steps = (mark or 0) < 2 ^ 41 and 4096 or 2048
local reached = behind and mark + math.floor((now - mark + 60000) * steps / 60000) / steps or now
if behind and armed and armed <= mark then
	armed = nil -- who sleeps until then has looked
end

local function scoreOf(time)
	if not behind or time > mark then
		return time
	end
	return (time <= now) and reached or mark + math.ceil((time - mark + 60000) * steps / 60000) / steps
end

-- A score says itself what time it stands for, whatever has become of the mark.
local function timeOf(score)
	local part = score % 1
	return (part == 0) and score or math.ceil(score - part - 60000 + part * 60000)
end

local function microsUntil(score)
	if score <= reached then
		return 0
	end
	return ((behind and score < mark + 1) and timeOf(score) or math.ceil(score)) * 1000 - micros
end
