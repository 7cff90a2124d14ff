-- Part of audit: checks the history. Each finished run must be readable, and each entry in run-ids and run-records must
-- belong to a run. A step reads only a few entries of run-records, because these can be large. Needs report, part, page
-- and reply. KEYS and ARGV as in audit.
local function run(number)
	return redis.call('HGET', KEYS[12], number)
end

page = redis.call('HSCAN', KEYS[part], ARGV[4], 'COUNT', part == 14 and 4 or 100)
reply[2], reply[3] = page[1], #page[2] / 2
for i = 1, #page[2], 2 do
	local field, text = page[2][i], page[2][i + 1]
	if part == 12 then
		local id = string.match(text, '^[dhce]%d+;%d*;%-?%d*;%d*;%d+;%d*;[^;]*;(.+)$')
		if field ~= 'last' and not id then
			report('', 'run ' .. field .. ' cannot be read')
		elseif id and not redis.call('HGET', KEYS[13], id) then
			report(id, 'has run ' .. field .. ' without an entry in run-ids')
		end
	elseif part == 13 and string.sub(run(text) or '', -#field - 1) ~= ';' .. field then
		report(field, 'has lost its run ' .. text .. ', but its entry in run-ids is left')
	elseif part == 14 and not run(field) then
		report('', 'run ' .. field .. ' is gone, but its record is left')
	end
end
