-- Part of audit: finds records of jobs that are in no state. Needs report. KEYS and ARGV as in audit. Such records can
-- only be found by a scan of jobs, which reads the complete records. Therefore only partitions with inconsistent counts
-- are scanned; each step ends after 256 KB or one larger record.
local entries, bytes, count = 0, 0, 1
local jobs, placed = numbers()
if jobs ~= placed then
	reply[2] = ARGV[4]
	repeat
		local page = redis.call('HSCAN', KEYS[2], reply[2], 'COUNT', count)
		reply[2] = page[1]
		for i = 1, #page[2], 2 do
			entries, bytes = entries + 1, bytes + #page[2][i + 1]
			if places(page[2][i]) == 0 then
				report(page[2][i], 'is in 0 states')
			end
		end
		count = math.max(1, math.min(100, 2 * count, math.floor((262144 - bytes) * entries / (bytes + 1))))
	until reply[2] == '0' or entries >= 100 or bytes >= 262144
	reply[3] = entries
end
