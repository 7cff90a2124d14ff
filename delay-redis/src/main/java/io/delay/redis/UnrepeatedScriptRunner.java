// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.List;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.NoReplyException;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.OutcomeUnknownException;

/**
 * Runs scripts that change existing jobs. If no reply to a script is received, the script
 * is not repeated: the caller gets an {@link OutcomeUnknownException}.
 */
final class UnrepeatedScriptRunner {

	private final ScriptRunner runner;

	UnrepeatedScriptRunner(ScriptRunner runner) {
		this.runner = runner;
	}

	// The ids are those of the jobs to change. The list is empty if the script concerns
	// the whole topic.
	ScriptReply run(RedisScript script, PartitionKeys partition, List<String> ids, ScriptArguments arguments) {
		try {
			return this.runner.run(script, partition, arguments);
		}
		catch (NoReplyException ex) {
			throw OutcomeUnknownException.ofChange(script.verb(), partition.topic(), ids, ex);
		}
	}

}
