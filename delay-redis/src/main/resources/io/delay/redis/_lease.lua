-- Fragment: who may settle. lease(id, token) returns attempt and max attempts if the token holds the job, else nil.
-- KEYS[5] leases (HASH): id -> token;attempt;max attempts;ttr in ms
local function lease(id, token)
	local text = redis.call('HGET', KEYS[5], id) or ''
	local holder, attempt, max = string.match(text, '^([^;]*);(%d+);(%d+);%d+$')
	if holder == token then
		return tonumber(attempt), tonumber(max)
	end
end
