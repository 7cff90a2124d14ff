// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.partition;

import java.nio.charset.StandardCharsets;

/**
 * The channel of a topic, and the key of its consumers, which is in the slot of its first
 * partition.
 */
public final class TopicKeys {

	private final String namespace;

	private final String topic;

	private final String channelName;

	private final byte[] channel;

	public TopicKeys(String namespace, String topic) {
		this.namespace = namespace;
		this.topic = topic;
		this.channelName = namespace + ":" + topic + ":wake-up";
		this.channel = bytes(this.channelName);
	}

	public String topic() {
		return this.topic;
	}

	public String channelName() {
		return this.channelName;
	}

	public byte[] channel() {
		return this.channel;
	}

	public byte[][] consumers() {
		return new byte[][] { bytes(prefix(0) + "consumers") };
	}

	// The braces put all keys of a partition into one slot.
	String prefix(int partition) {
		return "{" + this.namespace + ":" + this.topic + ":" + partition + "}:";
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

}
