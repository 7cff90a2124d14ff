/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

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
