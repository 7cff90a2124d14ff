-- Part of page: listed(rank, count) returns the jobs of the set that have the rank or a higher one, {id, score, ...},
-- at least count jobs if there are that many. Jobs that are held ahead are listed as DELAYED by their due times, not as
-- RESERVED. hasHeldAhead(priority) returns whether a page of DELAYED jobs has such jobs of a priority.
-- KEYS as in _ahead, ARGV as in page
--@include _ahead -- heldAheadIds
local heldIds, held = heldAheadIds()

local function isListedBefore(one, other)
	return follows(held[other].visible, other, held[one].visible, one)
end

local function hasHeldAhead(priority)
	for _, id in ipairs(ARGV[3] == '1' and heldIds or {}) do
		if held[id].priority == priority then
			return true
		end
	end
	return false
end

-- The jobs held ahead that have the priority of the page and come after its beginning.
local function heldInPage()
	local ids = {}
	for _, id in ipairs(heldIds) do
		local from = tonumber(ARGV[7])
		if held[id].priority == ARGV[4] and (not from or follows(held[id].visible, id, from, ARGV[8])) then
			ids[#ids + 1] = id
		end
	end
	table.sort(ids, isListedBefore)
	return ids
end

local function listed(rank, count)
	local found, jobs = range(rank, rank + count - 1 + #heldIds), {}
	local ids, at = (ARGV[3] == '1') and heldInPage() or {}, 1
	for i = 1, #found + 1, 2 do
		local id, score = found[i], tonumber(found[i + 1])
		while ids[at] and (not id or follows(score, id, held[ids[at]].visible, ids[at])) do
			jobs[#jobs + 1], jobs[#jobs + 2] = ids[at], string.format('%.0f', held[ids[at]].visible)
			at = at + 1
		end
		if id and not (ARGV[3] == '3' and held[id]) then
			jobs[#jobs + 1], jobs[#jobs + 2] = id, found[i + 1]
		end
	end
	return jobs
end
