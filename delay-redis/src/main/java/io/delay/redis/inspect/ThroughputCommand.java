// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.inspect;

import java.time.Instant;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.record.JobCounters;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;
import io.delay.redis.script.ScriptRunner;
import io.delay.store.throughput.TopicThroughput;

/**
 * Adds up the counters of all partitions of a topic.
 */
public final class ThroughputCommand {

	private final ScriptRunner runner;

	public ThroughputCommand(ScriptRunner runner) {
		this.runner = runner;
	}

	public TopicThroughput execute(TopicPartitions topic) {
		JobCounters counters = new JobCounters();
		Instant latest = Instant.EPOCH;
		for (PartitionKeys partition : topic.all()) {
			ScriptReply reply = this.runner.run(RedisScript.THROUGHPUT, partition, new ScriptArguments(partition));
			Instant now = reply.nextTime();
			latest = now.isAfter(latest) ? now : latest;
			ScriptReply fields = reply.nextReply();
			while (fields.hasNext()) {
				counters.add(fields.nextText(), fields.nextText());
			}
		}
		return counters.throughput(latest);
	}

}
