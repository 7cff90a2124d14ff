-- Fragment: moveOf(layout) returns the number of the move that wrote a layout, 0 for none. Later moves
-- have larger numbers.
local function moveOf(text)
	return tonumber(string.match(text or '', ';(%d+)$') or 0)
end
