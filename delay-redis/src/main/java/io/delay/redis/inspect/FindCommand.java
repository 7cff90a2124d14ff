// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.Optional;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.record.JobStateCodes;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.StoredJob;

/**
 * Reads one job.
 */
public final class FindCommand {

	private final ScriptRunner runner;

	public FindCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public Optional<StoredJob> execute(PartitionKeys partition, String id) {
		ScriptReply reply = this.runner.run(RedisScript.FIND, partition, new ScriptArguments(partition).add(id));
		return JobStateCodes.of(reply.nextLong())
			.map((state) -> StoredJobReply.read(partition.topic(), id, state, reply));
	}

}
