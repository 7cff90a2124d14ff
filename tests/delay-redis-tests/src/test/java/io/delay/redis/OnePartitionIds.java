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

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

import io.delay.job.JobRules;
import io.delay.redis.partition.TopicPartitions;

/**
 * Gives each id an ending that leads it into one partition of several, and keeps the
 * order of ids: the ending begins with a character that sorts below all that ids have
 * here. An id of nearly the largest size is cut for it.
 */
final class OnePartitionIds {

	private static final int ROOM = 10;

	private final TopicPartitions topic;

	private final int partition;

	private final Map<String, String> originals = new ConcurrentHashMap<>();

	OnePartitionIds(int partitions, int partition) {
		this.topic = new TopicPartitions("any", "any", partitions);
		this.partition = partition;
	}

	int partitions() {
		return this.topic.count();
	}

	String lead(String id) {
		String beginning = id;
		while (beginning.getBytes(StandardCharsets.UTF_8).length > JobRules.MAX_ID_BYTES - ROOM) {
			beginning = beginning.substring(0, beginning.length() - 1);
		}
		String start = beginning + "!";
		String led = IntStream.range(0, 1000)
			.mapToObj((number) -> start + number)
			.filter((candidate) -> this.topic.of(candidate).number() == this.partition)
			.findFirst()
			.orElseThrow();
		String other = this.originals.put(led, id);
		if (other != null && !other.equals(id)) {
			throw new IllegalStateException("'" + other + "' and '" + id + "' were cut to the same id");
		}
		return led;
	}

	String original(String led) {
		return Objects.requireNonNull(this.originals.get(led), led);
	}

}
