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

package io.delay.jdbc.work;

import java.util.HashMap;
import java.util.Map;

import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.Tables;
import io.delay.store.throughput.JobCounts;

/**
 * The counts that have not been written to the counters in the database yet. They are
 * written once a second, because a row that every transaction changed would serialize the
 * transactions.
 */
final class CounterBuffer {

	private Map<Key, JobCounts> counts = new HashMap<>();

	synchronized void add(String topic, long minute, JobCounts more) {
		this.counts.merge(new Key(topic, minute), more, JobCounts::plus);
	}

	/**
	 * Take the counts of this buffer.
	 * @return the counts, which the caller must write or give back
	 */
	synchronized Map<Key, JobCounts> take() {
		Map<Key, JobCounts> taken = this.counts;
		this.counts = new HashMap<>();
		return taken;
	}

	void giveBack(Map<Key, JobCounts> taken) {
		taken.forEach((key, counts) -> add(key.topic(), key.minute(), counts));
	}

	synchronized void forget(String topic) {
		this.counts.keySet().removeIf((key) -> key.topic().equals(topic));
	}

	static void write(Session session, Tables tables, Map<Key, JobCounts> taken, long minute) {
		// In a fixed order, so that two instances cannot wait for each other
		taken.entrySet()
			.stream()
			.sorted((one, other) -> one.getKey().compareTo(other.getKey()))
			.forEach((entry) -> add(session, tables, entry.getKey(), entry.getValue()));
		taken.keySet()
			.stream()
			.filter((key) -> key.minute() != minute)
			.map(Key::topic)
			.distinct()
			.sorted()
			.forEach((topic) -> tables.counters().expire(session, topic, minute));
	}

	private static void add(Session session, Tables tables, Key key, JobCounts counts) {
		tables.counters().add(session, key.topic(), key.minute(), counts, () -> isUsed(session, tables, key.topic()));
	}

	// Another instance may have forgotten the topic, or forget it now unless it is locked
	private static boolean isUsed(Session session, Tables tables, String topic) {
		return tables.topics().find(session, topic, true) != null || tables.jobs().isUsed(session, topic);
	}

	/**
	 * A minute of a topic.
	 *
	 * @param topic the topic
	 * @param minute the number of the minute since the epoch
	 */
	record Key(String topic, long minute) implements Comparable<Key> {

		@Override
		public int compareTo(Key other) {
			int byTopic = this.topic.compareTo(other.topic);
			return (byTopic != 0) ? byTopic : Long.compare(this.minute, other.minute);
		}

	}

}
