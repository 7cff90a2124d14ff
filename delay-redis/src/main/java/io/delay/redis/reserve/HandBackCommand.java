// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.util.Collection;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;

/**
 * Hands back the jobs of a partition that were reserved with one of some tokens, page by
 * page. One pass over the leases serves all tokens.
 */
final class HandBackCommand {

	private final ScriptRunner runner;

	HandBackCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	int execute(PartitionKeys partition, Collection<String> tokens) {
		int count = 0;
		String cursor = "0";
		do {
			ScriptArguments arguments = new ScriptArguments(partition).add(cursor);
			tokens.forEach(arguments::add);
			ScriptReply reply = this.runner.run(RedisScript.HAND_BACK, partition, arguments);
			cursor = reply.nextText();
			count += reply.nextInt();
		}
		while (!cursor.equals("0"));
		return count;
	}

}
