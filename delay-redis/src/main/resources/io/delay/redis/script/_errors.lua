-- Fragment: bothErrors(text, error) joins the last error in the text of a job, see _attempts, and the error of the
-- failure handler, each limited to 1000 bytes.
local function limited(error)
	local length = math.min(#error, 1000)
	while length > 0 and (string.byte(error, length + 1) or 0) >= 128 and string.byte(error, length + 1) < 192 do
		length = length - 1
	end
	return string.sub(error, 1, length)
end

local function bothErrors(text, error)
	return limited(string.match(text or '', '^[^\n]*\n([^\30]*)') or '') .. '\nFailure handler: ' .. limited(error)
end
