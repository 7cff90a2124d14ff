// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.partition;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys of one partition of a topic, all in one slot of a Redis Cluster, and the
 * channel of the topic.
 */
public final class PartitionKeys {

	private static final String[] NAMES = { "meta", "jobs", "waiting", "reserved", "leases", "failed", "failures",
			"waiting-high", "waiting-low", "counters", "isolated", "handling" };

	private static final String CONSUMERS = "consumers";

	private static final String NONE = "none";

	private static final String RUNS = "runs";

	private final TopicKeys topic;

	private final int number;

	private final TopicPartitions.Layout layout;

	private final byte[][] keys = new byte[NAMES.length][];

	private final byte[] consumers;

	private final byte[][] keysAndNone;

	private final byte[] runs;

	private final byte[] partition;

	PartitionKeys(TopicKeys topic, int partition, TopicPartitions.Layout layout) {
		this(topic, partition, partition, layout);
	}

	// For a part of a topic, in which the partition has another number.
	PartitionKeys(TopicKeys topic, int partition, int number, TopicPartitions.Layout layout) {
		this.topic = topic;
		this.layout = layout;
		this.number = number;
		String prefix = topic.prefix(partition);
		for (int i = 0; i < NAMES.length; i++) {
			this.keys[i] = bytes(prefix + NAMES[i]);
		}
		this.consumers = bytes(prefix + CONSUMERS);
		this.keysAndNone = append(this.keys, bytes(prefix + NONE));
		this.runs = bytes(prefix + RUNS);
		this.partition = bytes(partition + "/" + layout.text());
	}

	public String topic() {
		return this.topic.topic();
	}

	public int number() {
		return this.number;
	}

	public TopicPartitions.Layout layout() {
		return this.layout;
	}

	public byte[][] keys() {
		return this.keys;
	}

	public byte[][] keysOfNewJobs() {
		return new byte[][] { this.keys[0], this.keys[1], this.keys[2], this.keys[9] };
	}

	public byte[][] keysOfDoneJobs() {
		return new byte[][] { this.keys[3], this.keys[1], this.keys[6], this.keys[9], this.keys[4] };
	}

	// For scripts that only extend leases. In place of the second and third key, which
	// they do not use, the first one is repeated: while Redis Cluster migrates a slot, it
	// refuses a script if one of its keys is missing, and those may be missing.
	public byte[][] keysOfExtendedLeases() {
		return new byte[][] { this.keys[0], this.keys[0], this.keys[0], this.keys[3], this.keys[4] };
	}

	// For the script that only reads leases, for the same reason.
	public byte[][] keysOfLeases() {
		return new byte[][] { this.keys[4] };
	}

	public byte[][] keysAndNone() {
		return this.keysAndNone;
	}

	public byte[][] keysAndNoneWithHistory() {
		return append(this.keysAndNone, this.runs);
	}

	// For scripts that also need the consumers of the topic, which are stored only with
	// its first partition, or the finished runs.
	public byte[][] keysWithHistory() {
		return append(this.keys, this.consumers, this.runs);
	}

	private static byte[][] append(byte[][] keys, byte[]... others) {
		byte[][] all = Arrays.copyOf(keys, keys.length + others.length);
		System.arraycopy(others, 0, all, keys.length, others.length);
		return all;
	}

	public byte[] channel() {
		return this.topic.channel();
	}

	public byte[] partition() {
		return this.partition;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
