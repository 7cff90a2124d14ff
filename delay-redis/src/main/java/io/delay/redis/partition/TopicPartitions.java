// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.partition;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.lettuce.core.codec.CRC16;

/**
 * The partitions of a topic. The id of a job determines its partition: the number of the
 * partition is {@code CRC16(id) mod number of partitions}, with the CRC-16 that Redis
 * Cluster uses for its slots.
 */
public final class TopicPartitions {

	public static final int MAX_COUNT = 1024;

	private final TopicKeys keys;

	private final Layout layout;

	private final List<PartitionKeys> partitions;

	public TopicPartitions(String namespace, String topic, int count) {
		this(namespace, topic, count, Integer.toString(count));
	}

	// For a move, whose layout the partitions have.
	public TopicPartitions(String namespace, String topic, int count, String layout) {
		this.keys = new TopicKeys(namespace, topic);
		this.layout = new Layout(count, layout);
		this.partitions = IntStream.range(0, count)
			.mapToObj((partition) -> new PartitionKeys(this.keys, partition, this.layout))
			.toList();
	}

	private TopicPartitions(TopicPartitions whole, List<PartitionKeys> partitions) {
		this.keys = whole.keys;
		this.layout = whole.layout;
		this.partitions = partitions;
	}

	public TopicPartitions first(int count) {
		return new TopicPartitions(this, this.partitions.subList(0, count));
	}

	public TopicPartitions part(PartitionKeys partition) {
		return new TopicPartitions(this, List.of(new PartitionKeys(this.keys, partition.number(), 0, this.layout)));
	}

	public String topic() {
		return this.keys.topic();
	}

	public TopicKeys keys() {
		return this.keys;
	}

	public int count() {
		return this.partitions.size();
	}

	public boolean isOutdated() {
		return this.layout.outdated;
	}

	public List<PartitionKeys> all() {
		return this.partitions;
	}

	// Includes partitions that the topic does not have, if it has fewer
	public List<PartitionKeys> atLeast(int count) {
		return Stream
			.concat(this.partitions.stream(),
					IntStream.range(count(), count)
						.mapToObj((partition) -> new PartitionKeys(this.keys, partition, this.layout)))
			.toList();
	}

	public PartitionKeys of(String id) {
		if (this.partitions.size() == 1) {
			return this.partitions.get(0);
		}
		return this.partitions.get(CRC16.crc16(id.getBytes(StandardCharsets.UTF_8)) % this.partitions.size());
	}

	public Map<PartitionKeys, List<Integer>> group(List<String> ids) {
		Map<PartitionKeys, List<Integer>> groups = new LinkedHashMap<>();
		for (int i = 0; i < ids.size(); i++) {
			groups.computeIfAbsent(of(ids.get(i)), (partition) -> new ArrayList<>()).add(i);
		}
		return groups;
	}

	/**
	 * The number of partitions of a topic as it was last looked up. It is outdated once
	 * Redis reports a different number.
	 */
	public static final class Layout {

		private final int partitions;

		private final String text;

		private volatile boolean outdated;

		private Layout(int partitions, String text) {
			this.partitions = partitions;
			this.text = text;
		}

		// The number, or during a move the layout that the move has written
		String text() {
			return this.text;
		}

		public int partitions() {
			return this.partitions;
		}

		public void setOutdated() {
			this.outdated = true;
		}

	}

}
