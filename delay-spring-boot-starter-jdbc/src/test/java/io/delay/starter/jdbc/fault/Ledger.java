// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Predicate;

/**
 * What callers were told about each job, and how often it was handled. This class is
 * thread-safe.
 */
final class Ledger {

	private final Map<String, Trail> trails = new ConcurrentHashMap<>();

	private final Map<String, LongAdder> failures = new ConcurrentSkipListMap<>();

	private final AtomicLong lastHandledAt = new AtomicLong();

	private final AtomicLong longestPause = new AtomicLong();

	void started() {
		this.lastHandledAt.set(System.nanoTime());
	}

	Trail trail(String id) {
		return this.trails.computeIfAbsent(id, (key) -> new Trail());
	}

	void failed(Exception failure) {
		this.failures.computeIfAbsent(failure.getClass().getSimpleName(), (key) -> new LongAdder()).increment();
	}

	/**
	 * A handler was called whose effects may be rolled back.
	 */
	void booked(String id) {
		if (!trail(id).isHandled()) {
			handled(id, 1, false);
		}
	}

	/**
	 * A handler was called whose effects last.
	 */
	void handled(String id, int attempt, boolean isRedelivered) {
		trail(id).handled(attempt, isRedelivered);
		long now = System.nanoTime();
		long pause = now - this.lastHandledAt.getAndSet(now);
		this.longestPause.accumulateAndGet(pause, Math::max);
	}

	/**
	 * Return the longest time in which no job was handled.
	 */
	Duration longestPause() {
		return Duration.ofNanos(this.longestPause.get());
	}

	long confirmed() {
		return count(Trail::isConfirmed);
	}

	List<String> lost() {
		return ids((trail) -> trail.isConfirmed() && trail.handled == 0);
	}

	List<String> doubles() {
		return ids((trail) -> trail.handled > 1 && !trail.isUnknown);
	}

	/**
	 * Return the jobs that exist although every submit reported that they were not
	 * stored. A job that is delivered again after the end of its lease is the same one.
	 */
	List<String> phantoms() {
		return ids((trail) -> trail.handled - trail.redelivered > trail.confirmations && !trail.isUnknown);
	}

	long unknown() {
		return count((trail) -> trail.isUnknown);
	}

	long failures() {
		return this.failures.values().stream().mapToLong(LongAdder::sum).sum();
	}

	List<String> attempts(List<String> ids) {
		return ids.stream().map((id) -> id + " " + trail(id).attempts).toList();
	}

	private long count(Predicate<Trail> predicate) {
		return this.trails.values().stream().filter(predicate).count();
	}

	private List<String> ids(Predicate<Trail> predicate) {
		return this.trails.entrySet()
			.stream()
			.filter((entry) -> predicate.test(entry.getValue()))
			.map(Map.Entry::getKey)
			.toList();
	}

	@Override
	public String toString() {
		Collection<Long> millis = new ArrayList<>();
		this.trails.values()
			.stream()
			.filter((trail) -> trail.handled > 0)
			.forEach((trail) -> millis.add(trail.millis()));
		long[] sorted = millis.stream().mapToLong(Long::longValue).sorted().toArray();
		String times = (sorted.length == 0) ? "" : ", handled after " + sorted[sorted.length / 2] + " ms (p50), "
				+ sorted[sorted.length - 1] + " ms (max)";
		return "confirmed " + confirmed() + ", lost " + lost().size() + ", handled twice " + doubles().size()
				+ ", outcome unknown " + unknown() + ", failed submits " + this.failures + times + ", longest pause "
				+ longestPause().toMillis() + " ms";
	}

	/**
	 * What happened to a job. All fields are guarded by the lock of this object.
	 */
	static final class Trail {

		private final List<String> attempts = new ArrayList<>();

		private int confirmations;

		private long confirmedAt;

		private boolean isUnknown;

		private int handled;

		private int redelivered;

		private long handledAt;

		synchronized void confirmed() {
			if (this.confirmations++ == 0) {
				this.confirmedAt = System.nanoTime();
			}
		}

		synchronized void unknown() {
			this.isUnknown = true;
		}

		private synchronized void handled(int attempt, boolean isRedelivered) {
			this.redelivered += isRedelivered ? 1 : 0;
			this.attempts.add(attempt + " after " + (System.nanoTime() - this.confirmedAt) / 1_000_000 + " ms");
			if (this.handled++ == 0) {
				this.handledAt = System.nanoTime();
			}
		}

		private synchronized boolean isHandled() {
			return this.handled > 0;
		}

		private synchronized boolean isConfirmed() {
			return this.confirmations > 0;
		}

		private synchronized long millis() {
			return Math.max(0, (this.handledAt - this.confirmedAt) / 1_000_000);
		}

	}

}
