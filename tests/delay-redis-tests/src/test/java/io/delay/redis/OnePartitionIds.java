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

import java.util.stream.IntStream;

import io.delay.redis.partition.TopicPartitions;

/**
 * Gives each id an ending that leads it into one partition of several, and keeps the
 * order of ids: the ending begins with a character that sorts below all that ids have
 * here.
 */
final class OnePartitionIds {

	private final TopicPartitions topic;

	private final int partition;

	OnePartitionIds(int partitions, int partition) {
		this.topic = new TopicPartitions("any", "any", partitions);
		this.partition = partition;
	}

	String lead(String id) {
		return IntStream.range(0, 1000)
			.mapToObj((number) -> id + "!" + number)
			.filter((candidate) -> this.topic.of(candidate).number() == this.partition)
			.findFirst()
			.orElseThrow();
	}

}
