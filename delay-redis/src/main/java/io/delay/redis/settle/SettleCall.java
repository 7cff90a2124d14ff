// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.settle;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.SettleResult;

/**
 * Settlements or touches that are sent to a partition in one call. For use by one thread.
 */
final class SettleCall {

	private static final int MAX_LEASES = 500;

	private static final long OMITTED = 2;

	/** A call that has reached this size takes no further settlement. */
	private static final int MAX_BYTES = 256 * 1024;

	private final RedisScript script;

	private final PartitionKeys partition;

	private final ScriptArguments arguments;

	private final List<Integer> indexes = new ArrayList<>();

	private @Nullable CompletableFuture<List<Object>> sent;

	SettleCall(RedisScript script, PartitionKeys partition) {
		this.script = script;
		this.partition = partition;
		this.arguments = new ScriptArguments(partition);
	}

	PartitionKeys partition() {
		return this.partition;
	}

	ScriptArguments arguments() {
		return this.arguments;
	}

	boolean isFull() {
		return this.indexes.size() == MAX_LEASES || this.arguments.bytes() >= MAX_BYTES;
	}

	List<Integer> indexes() {
		return this.indexes;
	}

	void send(ScriptRunner runner) {
		this.sent = runner.send(this.script, this.partition, this.arguments);
	}

	// Jobs that the script has left out get no result
	boolean finish(ScriptRunner runner, @Nullable SettleResult[] results) {
		boolean complete = true;
		ScriptReply reply = runner.finish(this.sent, this.script, this.partition, this.arguments);
		for (int index : this.indexes) {
			long result = reply.nextLong();
			if (result != OMITTED) {
				results[index] = (result == 1) ? SettleResult.DONE : SettleResult.LEASE_LOST;
			}
			complete = complete && result != OMITTED;
		}
		return complete;
	}

}
