-- Fragment: finished(id, held, ran) gathers the run of a job that is done, see _runs. Held is its lease; ran is how long
-- the handler ran in ms, '' if it is unknown, then the lease is assumed to last one TTR. Must be called before the job
-- is deleted.
-- KEYS[2] jobs (HASH), KEYS[4] reserved (ZSET)
--@include _terms -- hostOf
--@include _runs -- finish
local function finished(id, held, ran)
	local started = ran ~= '' and now - ran or math.floor(redis.call('ZSCORE', KEYS[4], id) or now) - held.ttr
	finish(id, held.failed and 'h' or 'd', held.failed or held.attempt, held.due, started, hostOf(held.token),
		redis.call('HGET', KEYS[2], id))
end
