-- Extends leases, or records that their workers are alive.
-- Transition: RESERVED -> RESERVED, with a later deadline, never an earlier one, and the progress of the worker if it
--   reports any. The first extension records when the lease began, because the deadline no longer shows it.
-- KEYS[1] meta (HASH), KEYS[4] reserved (ZSET), KEYS[5] leases (HASH)
-- ARGV from 3 on, per job: id, token, ttr from now on in ms, 0 to keep the end of the lease, 1 if the worker is
--   overdue, otherwise 0
-- Returns {flags, per job: 1 done or 0 lease lost}
-- Invariant: the terms of the lease are kept. A removal without effect comes first, because Redis then accepts the
--   other writes of the script even when out of memory.
--@include _fence -- flags, now, soon, saveClock
--@include _lease -- lease
local reply = { 0 }
for i = 3, #ARGV, 4 do
	local id, ttr, done = ARGV[i], tonumber(ARGV[i + 2]), 0
	local held = lease(id, ARGV[i + 1])
	if held then
		local text = held.text
		redis.call('ZREM', KEYS[4], '')
		if ttr > 0 and not held.since then
			local began = tonumber(redis.call('ZSCORE', KEYS[4], id) or now) - held.ttr
			text = string.gsub(text, '^[^;]*', string.format('%%0 %.0f', began))
		end
		if ttr > 0 then
			redis.call('ZADD', KEYS[4], 'XX', 'GT', soon + ttr, id)
		end
		local progress = (ARGV[i + 3] == '1' or (ttr == 0 and held.progress == 'o')) and 'o' or 's'
		if held.progress ~= '' and held.progress ~= progress then
			text = string.gsub(text, '[uaso](%d*;?f?%d*)$', progress .. '%1')
		end
		if text ~= held.text then
			redis.call('HSET', KEYS[5], id, text)
		end
		done = 1
	end
	reply[#reply + 1] = done
end
saveClock()
reply[1] = flags
return reply
