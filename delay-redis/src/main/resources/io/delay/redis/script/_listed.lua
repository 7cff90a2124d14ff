-- Part of page: listed(rank, count) returns the jobs from a rank of the set on, {id, score, ...}, at least count jobs
-- if there are that many. Jobs that are held ahead are listed as DELAYED by their due times, not as RESERVED.
-- KEYS as in _ahead, ARGV as in page
--@include _ahead -- heldAheadIds
local heldIds, held = heldAheadIds()

local function isListedBefore(one, other)
	local first, second = held[one].visible, held[other].visible
	return first < second or (first == second and isBehind(other, one))
end

-- The jobs held ahead that have the priority of the page and come after its beginning.
local function heldInPage()
	local ids = {}
	for _, id in ipairs(heldIds) do
		local time, from = held[id].visible, tonumber(ARGV[7])
		if held[id].priority == ARGV[4] and (not from or time > from or (time == from and isBehind(id, ARGV[8]))) then
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
		local id, score = found[i], tonumber(found[i + 1] or math.huge)
		while ids[at] and (held[ids[at]].visible < score or (held[ids[at]].visible == score and isBehind(id, ids[at]))) do
			jobs[#jobs + 1], jobs[#jobs + 2] = ids[at], string.format('%.0f', held[ids[at]].visible)
			at = at + 1
		end
		if id and not (ARGV[3] == '3' and held[id]) then
			jobs[#jobs + 1], jobs[#jobs + 2] = id, found[i + 1]
		end
	end
	return jobs
end
