// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.util.Arrays;
import java.util.List;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.admin.ForecastRequest;

/**
 * Counts the waiting jobs in all partitions of a topic by the interval in which they
 * become due.
 */
public final class ForecastCommand {

	private final ScriptRunner runner;

	public ForecastCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public List<Long> execute(TopicPartitions topic, ForecastRequest request) {
		long[] counts = new long[request.intervals()];
		for (PartitionKeys partition : topic.all()) {
			ScriptArguments arguments = new ScriptArguments(partition).add(request.from().toEpochMilli())
				.add(request.interval().toMillis())
				.add(request.intervals());
			ScriptReply reply = this.runner.run(RedisScript.FORECAST, partition, arguments);
			Arrays.setAll(counts, (i) -> counts[i] + reply.nextLong());
		}
		return Arrays.stream(counts).boxed().toList();
	}

}
