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

package io.delay.redis.move;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.delay.redis.partition.PartitionKeys;
import io.delay.redis.partition.TopicPartitions;
import io.delay.redis.script.ScriptArguments;
import io.delay.redis.script.ScriptReply;

/**
 * Jobs in their stored form, to be moved from one partition to others.
 *
 * @param looked how many of the requested ids were handled
 * @param ids the ids of the jobs
 * @param arguments for each job, the arguments of the script that writes it
 */
record MoveBatch(int looked, List<String> ids, List<ScriptArguments> arguments) {

	/** The number of values after the id: place, time, record and failures. */
	private static final int VALUES = 4;

	static MoveBatch of(ScriptReply reply) {
		int looked = reply.nextInt();
		List<String> ids = new ArrayList<>();
		List<ScriptArguments> jobs = new ArrayList<>();
		while (reply.hasNext()) {
			byte[] id = reply.nextBytes();
			ScriptArguments job = new ScriptArguments().add(id);
			for (int value = 0; value < VALUES; value++) {
				job.add(reply.nextBytes());
			}
			ids.add(new String(id, StandardCharsets.UTF_8));
			jobs.add(job);
		}
		return new MoveBatch(looked, ids, jobs);
	}

	// Groups the jobs by their new partition.
	Map<PartitionKeys, ScriptArguments> group(TopicPartitions topic) {
		Map<PartitionKeys, ScriptArguments> groups = new LinkedHashMap<>();
		for (int i = 0; i < this.ids.size(); i++) {
			groups.computeIfAbsent(topic.of(this.ids.get(i)), (partition) -> new ScriptArguments())
				.addAll(this.arguments.get(i));
		}
		return groups;
	}

}
