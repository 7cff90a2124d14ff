// SPDX-License-Identifier: Apache-2.0

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
