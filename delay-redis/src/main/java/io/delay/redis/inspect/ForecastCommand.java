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
