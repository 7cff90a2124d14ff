-- Fragment: record(text) returns a job's own TTR and max attempts, 0 where it sets none, the size of its payload in
-- bytes, and its priority ('', 'h' or 'l'); nil if it cannot be parsed. Text: 1;ttr;max<LF>headers<LF>payload, with 1h
-- or 1l for a priority. A TTR of more than 10 digits and a maximum of more than 5 are not parsed, because scripts might
-- be unable to read a lease with such a number, and the lease would then never end. The records of most jobs set none of
-- these values and are not matched with the pattern, because that takes longer.
local function record(text)
	local head = text and string.sub(text, 1, 4) == '1;;\n' and string.find(text, '\n', 5, true)
	if head then
		return 0, 0, #text - head, ''
	end
	local priority, ttr, max, payload = string.match(text or '', '^1([hl]?);(%d*);(%d*)\n[^\n]*\n()')
	if ttr and #ttr <= 10 and #max <= 5 then
		return tonumber(ttr) or 0, tonumber(max) or 0, #text + 1 - payload, priority
	end
end
