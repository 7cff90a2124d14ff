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

package io.delay.redis.topic;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

import io.delay.redis.partition.TopicPartitions;

/**
 * The topics that were used recently. Clients can choose any number of topics, so the
 * half that was not used for longest is removed when there are too many. A removed topic
 * is looked up again when it is used. This class is thread-safe.
 */
final class TopicEntries {

	/** The maximum number of topics. */
	static final int MAX = 10_000;

	private final LongSupplier nanoTime;

	private final Map<String, Entry> entries = new ConcurrentHashMap<>();

	/**
	 * Create an instance.
	 * @param nanoTime returns the time in nanoseconds
	 */
	TopicEntries(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Return the entry of a topic, which is used from now on.
	 * @param topic the topic
	 * @return the entry, {@code null} if there is none
	 */
	@Nullable Entry get(String topic) {
		Entry entry = this.entries.get(topic);
		if (entry != null) {
			entry.usedAt = this.nanoTime.getAsLong();
		}
		return entry;
	}

	/**
	 * Replace the partitions of a topic, which are confirmed from now on.
	 * @param topic the topic
	 * @param change returns the new partitions for the present ones, {@code null} for
	 * none
	 * @return the new partitions, {@code null} if there are none
	 */
	@Nullable TopicPartitions put(String topic, UnaryOperator<@Nullable TopicPartitions> change) {
		Entry entry = this.entries.compute(topic, (name, present) -> {
			TopicPartitions changed = change.apply((present != null) ? present.partitions : null);
			return (changed != null) ? new Entry(changed, this.nanoTime.getAsLong()) : null;
		});
		if (this.entries.size() > MAX) {
			removeOld();
		}
		return (entry != null) ? entry.partitions : null;
	}

	int size() {
		return this.entries.size();
	}

	private synchronized void removeOld() {
		if (this.entries.size() <= MAX) {
			return;
		}
		long now = this.nanoTime.getAsLong();
		long[] ages = this.entries.values().stream().mapToLong((entry) -> now - entry.usedAt).sorted().toArray();
		long longest = ages[ages.length / 2];
		this.entries.values().removeIf((entry) -> now - entry.usedAt >= longest);
	}

	/**
	 * A topic that is recorded in Redis.
	 */
	static final class Entry {

		private final TopicPartitions partitions;

		private final long recordedAt;

		// Written by all threads that use the topic; an outdated value does no harm
		private volatile long usedAt;

		private Entry(TopicPartitions partitions, long recordedAt) {
			this.partitions = partitions;
			this.recordedAt = recordedAt;
			this.usedAt = recordedAt;
		}

		TopicPartitions partitions() {
			return this.partitions;
		}

		/**
		 * Return when the number of partitions was last confirmed.
		 * @return the time in nanoseconds
		 */
		long recordedAt() {
			return this.recordedAt;
		}

	}

}
