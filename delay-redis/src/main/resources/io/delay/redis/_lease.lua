-- Fragment: who may settle. lease(id, token) returns attempt, max attempts and priority if the token holds the job,
-- else nil.
-- KEYS[5] leases (HASH): id -> token;attempt;max attempts;ttr in ms, and ;h or ;l for a priority
local function lease(id, token)
	local text = redis.call('HGET', KEYS[5], id) or ''
	local holder, attempt, max, priority = string.match(text, '^([^;]*);(%d+);(%d+);%d+;?([hl]?)$')
	if holder == token then
		return tonumber(attempt), tonumber(max), priority
	end
end
