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
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnection;

/**
 * The topics of a namespace and their number of partitions, which the first user of a
 * topic records. Looks again every few minutes, in case Redis has come back empty.
 */
final class TopicRegistry {

	private static final Duration LOOK_AGAIN = Duration.ofMinutes(5);

	private static final int PARTITIONS = 1;

	private final SharedConnection connection;

	private final ScriptRunner runner;

	private final String namespace;

	private final Map<String, Entry> entries = new ConcurrentHashMap<>();

	TopicRegistry(SharedConnection connection, ScriptRunner runner, String namespace) {
		this.connection = connection;
		this.runner = runner;
		this.namespace = namespace;
	}

	// The partition of a job.
	// @throws IllegalStateException if the topic has another number of partitions
	// @throws DataAccessException if that cannot be looked up; never a NoReplyException,
	// for no job was sent
	PartitionKeys partition(String topic) {
		Entry entry = this.entries.get(topic);
		if (entry == null || System.nanoTime() - entry.recordedAt() > LOOK_AGAIN.toNanos()) {
			record(topic);
			entry = new Entry(new PartitionKeys(this.namespace, topic, 0), System.nanoTime());
			this.entries.put(topic, entry);
		}
		return entry.keys();
	}

	// The partition of a job for somebody who only looks: the topic is not recorded.
	PartitionKeys look(String topic) {
		Entry entry = this.entries.get(topic);
		return (entry != null) ? entry.keys() : new PartitionKeys(this.namespace, topic, 0);
	}

	Set<String> topics() {
		try (RedisConnection opened = this.connection.open()) {
			Set<String> topics = new TreeSet<>();
			opened.hashCommands().hKeys(key()).forEach((topic) -> topics.add(text(topic)));
			return topics;
		}
		catch (RedisSystemException ex) {
			// No script, so nobody else says what the words of the driver mean
			throw ReplyFailure.translate((ex.getCause() != null) ? ex.getCause() : ex);
		}
	}

	private void record(String topic) {
		String recorded = text(lookUp(topic));
		if (!recorded.equals(Integer.toString(PARTITIONS))) {
			throw new IllegalStateException(
					"Topic '" + topic + "' is kept in " + recorded + " partitions, this application is set to "
							+ PARTITIONS + ". Use the recorded number, or another topic or namespace");
		}
	}

	private byte[] lookUp(String topic) {
		byte[][] values = { bytes(topic), bytes(Integer.toString(PARTITIONS)) };
		try {
			return (byte[]) this.runner.run(RedisScript.TOPIC, topic, new byte[][] { key() }, values).get(0);
		}
		catch (NoReplyException ex) {
			throw new RedisConnectionFailureException(
					"Redis gave no reply when topic '" + topic + "' was looked up; nothing else was sent", ex);
		}
	}

	private byte[] key() {
		return bytes(this.namespace + ":topics");
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

	/**
	 * A topic that is recorded in Redis.
	 *
	 * @param keys its keys
	 * @param recordedAt when that was made sure, by {@link System#nanoTime()}
	 */
	private record Entry(PartitionKeys keys, long recordedAt) {

	}

}
