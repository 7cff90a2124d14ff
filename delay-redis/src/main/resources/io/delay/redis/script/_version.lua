-- Fragment: jobVersion(found, time, record, failures) returns the version of a job: the SHA-1 of its state, its time, its
-- record, and the text of its failures up to the error of the latest one, so nothing has to be stored for it.
local function jobVersion(found, time, record, failures)
	return redis.sha1hex(string.format('%.0f;%.0f;%.0f;', found, time, #record) .. record
		.. string.match(failures or '', '^[^\30]*'))
end
