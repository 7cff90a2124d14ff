// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.table.RunTable;
import io.delay.job.JobRules;
import io.delay.store.history.HistoryLimits;

/**
 * Removes the oldest finished runs that are too many or too old, in the background, of
 * the topics to which this JVM has added runs. To find those that are too many, the
 * database reads as many entries of an index as the maximum number of runs, so this takes
 * place only after a hundredth of that number was added.
 */
final class RunTrims {

	static final Duration INTERVAL = Duration.ofSeconds(2);

	private static final int PARTS = 100;

	/** The maximum number of runs of a topic that are removed at once. */
	private static final int MOST = 10_000;

	private final Sessions sessions;

	private final RunTable table;

	private final Map<String, Added> topics = new ConcurrentHashMap<>();

	/** How many runs were added since the runs of a topic were counted. */
	private final Map<String, Integer> uncounted = new ConcurrentHashMap<>();

	RunTrims(Sessions sessions, RunTable table) {
		this.sessions = sessions;
		this.table = table;
	}

	void added(String topic, HistoryLimits limits, int number, Instant now) {
		if (number > 0) {
			// A JVM that ended earlier may have added a part that it did not count
			this.uncounted.compute(topic, (key, before) -> number + ((before != null) ? before : part(limits)));
			this.topics.put(topic, new Added(limits, now));
		}
	}

	private static int part(HistoryLimits limits) {
		return limits.count() / PARTS;
	}

	synchronized void run() {
		this.topics.forEach((topic, added) -> {
			if (!remove(topic, added)) {
				this.topics.remove(topic, added);
			}
		});
	}

	// Returns whether there may be more to remove. Must not wait long for rows that
	// others have locked, because other tasks wait for this thread
	private boolean remove(String topic, Added added) {
		HistoryLimits limits = added.limits();
		Duration maxAge = limits.maxAge();
		int counted = this.uncounted.getOrDefault(topic, 0);
		boolean isCounted = counted > 0 && counted >= part(limits);
		boolean more = this.sessions.shared((session) -> {
			session.texts("SELECT 1" + session.settings(), List.of());
			int tooMany = isCounted ? this.table.keepLast(session, topic, limits.count(), MOST) : 0;
			int tooOld = (maxAge != null)
					? this.table.removeBefore(session, topic, added.now().minus(JobRules.roundUp(maxAge)), MOST) : 0;
			return tooMany >= MOST || tooOld >= MOST;
		});
		if (isCounted && !more) {
			this.uncounted.computeIfPresent(topic, (key, number) -> number - counted);
		}
		return more;
	}

	private record Added(HistoryLimits limits, Instant now) {

	}

}
