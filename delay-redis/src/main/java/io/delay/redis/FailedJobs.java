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

import org.jspecify.annotations.Nullable;

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

	/**
	 * What the partitions have of those that were buried first.
	 * @param topic the partitions of the topic
	 * @param maxCount the number of failed jobs of the whole topic from which on there
	 * are too many, {@code null} for none
	 * @param limit the most jobs
	 * @return what those partitions have that have any of them
	 */
	List<Share> shares(TopicPartitions topic, @Nullable Integer maxCount, int limit) {
		Map<PartitionKeys, Long> counts = new HashMap<>();
		if (maxCount != null) {
			topic.all().forEach((partition) -> counts.put(partition, this.status.failed(partition)));
		}
		long all = counts.values().stream().mapToLong(Long::longValue).sum();
		List<String> oldest = oldest(topic, limit);
		List<String> tooMany = (maxCount != null)
				? oldest.subList(0, (int) Math.max(0, Math.min(oldest.size(), all - maxCount))) : List.of();
		Map<PartitionKeys, List<Integer>> tooManyOf = topic.group(tooMany);
		return topic.group(oldest)
			.entrySet()
			.stream()
			.map((entry) -> new Share(entry.getKey(), entry.getValue().size(),
					(maxCount != null) ? (int) Math.max(0,
							counts.getOrDefault(entry.getKey(), 0L)
									- tooManyOf.getOrDefault(entry.getKey(), List.of()).size())
							: null))
			.toList();
	}

	/**
	 * What one partition has of the failed jobs that were buried first.
	 *
	 * @param partition the partition
	 * @param jobs how many of them it has
	 * @param maxCount how many failed jobs it keeps when those are gone that are too many
	 * in the whole topic, {@code null} if none are
	 */
	record Share(PartitionKeys partition, int jobs, @Nullable Integer maxCount) {

	}

}
