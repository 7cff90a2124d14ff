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
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.CounterTable;
import io.delay.jdbc.table.Tables;
import io.delay.store.throughput.JobCounts;

/**
 * The counts that have not been written to the counters in the database yet. They are
 * written once a second, because a row that every transaction changed would serialize the
 * transactions.
 */
final class CounterBuffer {

	private Map<CounterTable.Minute, JobCounts> counts = new HashMap<>();

	synchronized void add(String topic, long minute, JobCounts more) {
		this.counts.merge(new CounterTable.Minute(topic, minute), more, JobCounts::plus);
	}

	/**
	 * Take the counts of this buffer.
	 * @return the counts, which the caller must write or give back
	 */
	synchronized Map<CounterTable.Minute, JobCounts> take() {
		Map<CounterTable.Minute, JobCounts> taken = this.counts;
		this.counts = new HashMap<>();
		return taken;
	}

	void giveBack(Map<CounterTable.Minute, JobCounts> taken) {
		taken.forEach((key, counts) -> add(key.topic(), key.number(), counts));
	}

	synchronized void forget(String topic) {
		this.counts.keySet().removeIf((key) -> key.topic().equals(topic));
	}

	// Another instance may have forgotten a topic
	static void write(Session session, Tables tables, Map<CounterTable.Minute, JobCounts> taken, long minute) {
		Set<String> topics = new HashSet<>(tables.topics().all(session));
		taken.keySet().removeIf((key) -> !topics.contains(key.topic()) && !tables.jobs().isUsed(session, key.topic()));
		tables.counters().add(session, taken);
		taken.keySet()
			.stream()
			.filter((key) -> key.number() != minute)
			.map(CounterTable.Minute::topic)
			.distinct()
			.sorted()
			.forEach((topic) -> tables.counters().expire(session, topic, minute));
	}

}
