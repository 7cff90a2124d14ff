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

	// Wake-ups are published on this channel.
	public String channelName() {
		return this.channelName;
	}

	public byte[] channel() {
		return this.channel;
	}

	// For scripts that work on the consumers alone.
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
