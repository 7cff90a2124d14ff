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
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.dao.DataAccessException;

import io.delay.jdbc.session.Session;
import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.table.CounterTable.Minute;
import io.delay.jdbc.table.Tables;
import io.delay.store.throughput.JobCounts;

/**
 * The counts of this JVM. They are written once a second, because a row that every
 * transaction changed would serialize the transactions.
 */
public final class Counters {

	private static final Log logger = LogFactory.getLog(Counters.class);

	private final Sessions sessions;

	private final Tables tables;

	private final StoreClock clock;

	/** The counts that have not been written. */
	private final Map<Minute, JobCounts> counts = new ConcurrentHashMap<>();

	Counters(Sessions sessions, Tables tables, StoreClock clock) {
		this.sessions = sessions;
		this.tables = tables;
		this.clock = clock;
	}

	void add(String topic, long minute, JobCounts more) {
		this.counts.merge(new Minute(topic, minute), more, JobCounts::plus);
	}

	/**
	 * Write the counts, or keep them if that fails. Waits for counts that another thread
	 * is writing, because they are not visible yet.
	 */
	public synchronized void write() {
		Map<Minute, JobCounts> taken = new HashMap<>();
		for (Minute minute : this.counts.keySet()) {
			JobCounts more = this.counts.remove(minute);
			if (more != null) {
				taken.put(minute, more);
			}
		}
		if (taken.isEmpty()) {
			return;
		}
		try {
			this.sessions.shared((session) -> write(session, taken, TopicWork.minuteOf(this.clock.read(session))));
		}
		catch (DataAccessException ex) {
			taken.forEach((minute, more) -> add(minute.topic(), minute.number(), more));
			logger.debug("Counters were not written; they are written later", ex);
		}
	}

	private boolean write(Session session, Map<Minute, JobCounts> taken, long present) {
		this.tables.counters().add(session, taken);
		taken.keySet()
			.stream()
			.filter((minute) -> minute.number() != present)
			.map(Minute::topic)
			.distinct()
			.sorted()
			.forEach((topic) -> this.tables.counters().expire(session, topic, present));
		return true;
	}

}
