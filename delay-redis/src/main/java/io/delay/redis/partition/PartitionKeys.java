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

package io.delay.redis.partition;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The keys of one partition of a topic, all on one slot of a Redis Cluster, and the
 * channel of the topic.
 */
public final class PartitionKeys {

	private static final String[] NAMES = { "meta", "jobs", "waiting", "reserved", "leases", "failed", "failures",
			"waiting-high", "waiting-low" };

	private final String topic;

	private final int number;

	private final PartitionCount layout;

	private final byte[][] keys = new byte[NAMES.length][];

	private final byte[][] pollers;

	private final byte[] channel;

	private final byte[] partition;

	public PartitionKeys(String namespace, String topic, int partition, PartitionCount layout) {
		this.topic = topic;
		this.layout = layout;
		this.number = partition;
		String prefix = "{" + namespace + ":" + topic + ":" + partition + "}:";
		for (int i = 0; i < NAMES.length; i++) {
			this.keys[i] = bytes(prefix + NAMES[i]);
		}
		this.pollers = new byte[][] { bytes(prefix + "pollers"), bytes(prefix + "consumers") };
		this.channel = bytes(channel(namespace, topic));
		this.partition = bytes(partition + "/" + layout.partitions());
	}

	// The channel on which the wake-ups of a topic are published.
	public static String channel(String namespace, String topic) {
		return namespace + ":" + topic + ":wake-up";
	}

	public String topic() {
		return this.topic;
	}

	public int number() {
		return this.number;
	}

	public PartitionCount layout() {
		return this.layout;
	}

	// The keys in the order in which every script expects them.
	public byte[][] keys() {
		return this.keys;
	}

	// Those who look for jobs of the topic, and what they say of themselves; used in its
	// first partition alone.
	public byte[][] pollers() {
		return this.pollers;
	}

	// For scripts that look at jobs and at those who look for them.
	public byte[][] keysAndPollers() {
		byte[][] all = Arrays.copyOf(this.keys, this.keys.length + 1);
		all[this.keys.length] = this.pollers[0];
		return all;
	}

	public byte[] channel() {
		return this.channel;
	}

	// Its number, and how many there are.
	public byte[] partition() {
		return this.partition;
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
