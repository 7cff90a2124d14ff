// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.util.stream.IntStream;

import io.delay.redis.partition.TopicPartitions;

/**
 * Gives each id an ending that leads it into one partition of several, and keeps the
 * order of ids: the ending begins with a character that sorts below all that ids have
 * here.
 */
public final class OnePartitionIds {

	private final TopicPartitions topic;

	private final int partition;

	public OnePartitionIds(int partitions, int partition) {
		this.topic = new TopicPartitions("any", "any", partitions);
		this.partition = partition;
	}

	public String lead(String id) {
		return IntStream.range(0, 1000)
			.mapToObj((number) -> id + "!" + number)
			.filter((candidate) -> this.topic.of(candidate).number() == this.partition)
			.findFirst()
			.orElseThrow();
	}

}
