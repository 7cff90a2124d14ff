-- Part of reserve: the clock went back by more than a minute, so leases written before can end far in the future.
-- Limits the end of each lease as in _latest. Each call handles one page of leases, beginning at the position in
-- stepped. After the last lease, each call handles one page of failures, see _retries. KEYS as in reserve. Needs
-- stepped, earliest and firstLease. Nothing here may make the script fail, because jobs have already been handed over.
--@include _terms -- leaseOf
--@include _latest -- latestEnd
if string.sub(stepped, 1, 1) ~= 'f' then
	local page = redis.pcall('HSCAN', KEYS[5], stepped, 'COUNT', 100)
	local held = page[2] or {}
	for i = 1, #held, 2 do
		local lease = leaseOf(held[i + 1])
		local latest = lease and latestEnd(lease)
		if latest and redis.pcall('ZADD', KEYS[4], 'XX', 'LT', 'CH', latest, held[i]) == 1 then
			earliest = math.min(earliest or latest, latest)
		end
	end
	firstLease = nil
	stepped = (page[1] == '0') and 'f0' or page[1]
end
if stepped and string.sub(stepped, 1, 1) == 'f' then
--@include _retries
end
if stepped then
	redis.pcall('HSET', KEYS[1], 'stepped', stepped)
else
	redis.pcall('HDEL', KEYS[1], 'stepped')
end
