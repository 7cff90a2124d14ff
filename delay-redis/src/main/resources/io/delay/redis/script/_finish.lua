-- Fragment: finish(id, outcome, attempts, due, started, host, record) gathers a finished run, see _runs; times are in ms,
-- due is nil if it is unknown, started and host are nil if the job was cancelled. Needs now.
--@include _runs -- runIds, heads, hosts, records, room, since, sinceSubmit
local known = {}
local function finish(id, outcome, attempts, due, started, host, record)
	if known[id] then
		return
	end
	known[id], room, record = true, room - #(record or ''), record or ''
	local n = #runIds + 1
	runIds[n], hosts[n], records[n] = id, host or '', record
	heads[n] = string.format('%s%d;%s;%s;%s;%d;', outcome, now, since(started and math.min(started, now)), since(due),
		sinceSubmit(record), attempts)
end
