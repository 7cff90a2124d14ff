-- Fragment: moveOf(layout), the number of the move that wrote a layout, 0 for none. A later move has a larger number.
local function moveOf(text)
	return tonumber(string.match(text or '', ';(%d+)$') or 0)
end
