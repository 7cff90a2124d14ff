-- Fragment: the failures of failed jobs. errorOf(text) returns the beginning of the last error in a text of failures, see
-- _attempts: at most 300 bytes, which end with a whole character. versionOf(score, error) identifies a failure by the
-- time of burial and that error. isUnchanged(id, version) returns whether a job is failed with this version, and the
-- text of its failures if they were read.
-- KEYS[6] failed (ZSET), KEYS[7] failures (HASH)
local function errorOf(text)
	local error, last = string.match(text or '', '^[^\n]*\n([^\30]*)') or '', 300
	while #error > last and string.byte(error, last + 1) >= 128 and string.byte(error, last + 1) < 192 do
		last = last - 1
	end
	return (#error > 300) and string.sub(error, 1, last) or error
end

local function versionOf(score, error)
	return redis.sha1hex(score .. ';' .. error)
end

local function isUnchanged(id, version)
	local score = redis.call('ZSCORE', KEYS[6], id)
	local text = score and redis.call('HGET', KEYS[7], id) or nil
	return score and versionOf(score, errorOf(text)) == version, text
end
