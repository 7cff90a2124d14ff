-- Part of ack-history: gathers the run of the job with the given id, see _runs. Only the values that a run needs are read
-- from the lease, see _terms, and only once for successive leases that are equal. A run of unknown length is assumed to
-- have lasted one TTR at the end of its lease.
-- KEYS[1] reserved (ZSET)
local text, token, ran = leases[places[id]], ARGV[2 + 3 * places[id]], ARGV[3 + 3 * places[id]]
if text ~= lease then
	local attempt, length, due, rest = string.match(text, '^ ?%d*;(%d+);%d+;(%d+);%d+;(%d+);?[hl]?[uaso]?%d*(.*)$',
		#token + 1)
	local failed = attempt and rest ~= '' and string.match(rest, '^;f(%d+)$')
	lease, isRead, ttr = text, attempt and (rest == '' or failed), length
	outcome, attempts, sinceDue = (failed and 'h' or 'd') .. ended, failed or attempt, since(due)
end
if token ~= worker then
	worker, host = token, string.match(token, '^(.+)/') or token
end
if isRead then
	if ran == '' then
		ran = since(math.min(now, math.floor(redis.call('ZSCORE', KEYS[1], id) or now) - ttr))
	end
	local n = #runIds + 1
	runIds[n], hosts[n], records[n], room = id, host, record or '', room - #(record or '')
	heads[n] = outcome .. ran .. ';' .. sinceDue .. ';' .. sinceSubmit(records[n]) .. ';' .. attempts .. ';'
else
	unread = 4
end
