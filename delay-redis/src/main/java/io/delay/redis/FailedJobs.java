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

package io.delay.redis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.delay.job.JobState;
import io.delay.store.JobPageRequest;
import io.delay.store.StoredJob;

/**
 * The failed jobs of a topic in the order of their burial, across its partitions.
 */
final class FailedJobs {

	private final PageCommand page;

	private final StatusCommand status;

	FailedJobs(ScriptRunner runner) {
		this.page = new PageCommand(runner);
		this.status = new StatusCommand(runner);
	}

	// The ids of those buried first, fewer than asked if their payloads are large.
	List<String> oldest(TopicPartitions topic, int limit) {
		if (limit == 0) {
			return List.of();
		}
		return this.page.execute(topic, new JobPageRequest(topic.topic(), JobState.FAILED, null, limit))
			.jobs()
			.stream()
			.map(StoredJob::id)
			.toList();
	}

	long count(PartitionKeys partition) {
		return this.status.failed(partition);
	}

	// How many of the oldest each partition has beyond a number for the whole topic.
	Map<PartitionKeys, Integer> tooMany(TopicPartitions topic, int maxCount, int limit) {
		long all = topic.all().stream().mapToLong(this::count).sum();
		Map<PartitionKeys, Integer> tooMany = new HashMap<>();
		oldest(topic, (int) Math.max(0, Math.min(limit, all - maxCount)))
			.forEach((id) -> tooMany.merge(topic.of(id), 1, Integer::sum));
		return tooMany;
	}

}
