-- Fragment: jobs in failure handling. Such a job has failed permanently under a lease whose consumer has a failure
-- handler. It is RESERVED until that handler has succeeded or has failed permanently. waitForHandler(id, held, attempt,
-- score, failed, stalls) ends its lease (held, see _terms). After that no worker holds the job. Once the score is
-- reached, the job is delivered to a failure handler for the given attempt. Failed is the number of attempts that
-- failed before the failure handling. Needs _clock. A removal must come before.
-- KEYS[4] reserved (ZSET), KEYS[5] leases (HASH)
local function waitForHandler(id, held, attempt, score, failed, stalls)
	redis.call('HSET', KEYS[5], id, string.format('-;%.0f;1;%s;%.0f;%.0f;%su%s;f%.0f', attempt, held.ttr, score,
		held.due, held.priority, (stalls or 0) > 0 and string.format('%.0f', stalls) or '', failed))
	redis.call('ZADD', KEYS[4], score, id)
end
