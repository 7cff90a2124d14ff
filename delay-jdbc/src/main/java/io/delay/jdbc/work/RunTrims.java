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

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.session.Sessions;
import io.delay.jdbc.table.RunTable;
import io.delay.job.JobRules;
import io.delay.store.history.HistoryLimits;

/**
 * Removes the oldest finished runs that are too many or too old. Both are checked with
 * the first runs that this JVM adds to a topic. A check of the number reads as many
 * entries of an index as the maximum number of runs, so it then takes place only after a
 * hundredth of that number was added. If only the age is limited, the first check of the
 * number is omitted. A check of the age reads the entries of the runs that were removed
 * before and that the database has not cleaned up yet, so it takes place at most once in
 * a ten-thousandth of the maximum age, and at least once a second if runs are added. A
 * topic has one check at a time, and none for some seconds after one that failed.
 */
final class RunTrims {

	private static final int PARTS = 100;

	private static final int PARTS_OF_AGE = 10_000;

	private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

	private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(10);

	/** If the clock was set back by more than this, the age is checked at once. */
	private static final Duration TOLERATED_STEP = Duration.ofMinutes(1);

	/** How many more runs than were added are removed at once if there are too many. */
	private static final int MORE = 200;

	/** The same for runs that are too old. */
	private static final int MORE_OLD = 1_000;

	/** How many of the added runs a check takes into account. */
	private static final int MOST = 20_000;

	private final Sessions sessions;

	private final RunTable table;

	private final StoreClock clock;

	private final LongSupplier nanoTime;

	private final Map<String, Added> topics = new ConcurrentHashMap<>();

	RunTrims(Sessions sessions, RunTable table, StoreClock clock, LongSupplier nanoTime) {
		this.sessions = sessions;
		this.table = table;
		this.clock = clock;
		this.nanoTime = nanoTime;
	}

	/**
	 * Record that runs were added.
	 * @param topic the topic
	 * @param limits its limits
	 * @param more the number of runs that were added
	 * @param now the present time of the store
	 * @return the check that is due and must be run, {@code null} if none is
	 */
	@Nullable Runnable added(String topic, HistoryLimits limits, int more, Instant now) {
		if (more == 0) {
			return null;
		}
		AtomicReference<Check> due = new AtomicReference<>(Check.NONE);
		this.topics.compute(topic, (key, before) -> {
			Added added = ((before != null) ? before : Added.first(limits)).plus(more, more);
			Check check = added.isHeld(this.nanoTime.getAsLong()) ? Check.NONE : check(added, limits, now);
			due.set(check);
			return (check != Check.NONE) ? added.checked(check, now) : added;
		});
		Check check = Objects.requireNonNull(due.get());
		return (check != Check.NONE) ? () -> run(topic, limits, check) : null;
	}

	private static Check check(Added added, HistoryLimits limits, Instant now) {
		Duration maxAge = limits.maxAge();
		int toCount = (added.toCount() >= part(limits)) ? Math.min(added.toCount(), MOST) : 0;
		int toAge = (maxAge != null && isAgeDue(maxAge, added.ageChecked(), now)) ? Math.min(added.toAge(), MOST) : 0;
		return (toCount > 0 || toAge > 0) ? new Check(toCount, toAge) : Check.NONE;
	}

	private static int part(HistoryLimits limits) {
		return limits.count() / PARTS;
	}

	private static boolean isAgeDue(Duration maxAge, @Nullable Instant checked, Instant now) {
		if (checked == null || now.isBefore(checked.minus(TOLERATED_STEP))) {
			return true;
		}
		Duration part = maxAge.dividedBy(PARTS_OF_AGE);
		return !now.isBefore(checked.plus((part.compareTo(MAX_PAUSE) < 0) ? part : MAX_PAUSE));
	}

	private void run(String topic, HistoryLimits limits, Check check) {
		try {
			remove(topic, limits, check);
			this.topics.computeIfPresent(topic, (key, added) -> added.heldUntil(null));
		}
		catch (RuntimeException | Error ex) {
			long end = this.nanoTime.getAsLong() + PAUSE_AFTER_FAILURE.toNanos();
			this.topics.computeIfPresent(topic,
					(key, added) -> added.plus(check.toCount(), check.toAge()).heldUntil(end));
			throw ex;
		}
	}

	// Must not wait long for rows that others have locked, because callers wait for it
	private void remove(String topic, HistoryLimits limits, Check check) {
		this.sessions.shared((session) -> {
			// The first statement also limits the time that the others wait for locks
			Instant now = this.clock.read(session).now();
			if (check.toCount() > 0) {
				this.table.keepLast(session, topic, limits.count(), check.toCount() + MORE);
			}
			Duration maxAge = limits.maxAge();
			if (maxAge != null && check.toAge() > 0) {
				this.table.removeBefore(session, topic, now.minus(JobRules.roundUp(maxAge)), check.toAge() + MORE_OLD);
			}
			return true;
		});
	}

	/**
	 * Forget what was added to a topic.
	 * @param topic the topic
	 */
	void forget(String topic) {
		this.topics.remove(topic);
	}

	/**
	 * How many runs were added since the checks of a topic.
	 *
	 * @param toCount since the number was checked
	 * @param toAge since the age was checked
	 * @param ageChecked when the age was checked, {@code null} if it was not
	 * @param heldUntil the {@link System#nanoTime()} before which no check is made,
	 * {@code null} for none
	 * @param running whether a check is made
	 */
	private record Added(int toCount, int toAge, @Nullable Instant ageChecked, @Nullable Long heldUntil,
			boolean running) {

		// A JVM that ended earlier may have added a part that it did not check
		private static Added first(HistoryLimits limits) {
			return new Added((limits.maxCount() != null) ? part(limits) : 0, 0, null, null, false);
		}

		private Added plus(int moreToCount, int moreToAge) {
			return new Added(this.toCount + moreToCount, this.toAge + moreToAge, this.ageChecked, this.heldUntil,
					this.running);
		}

		private boolean isHeld(long nanos) {
			return this.running || (this.heldUntil != null && nanos - this.heldUntil < 0);
		}

		private Added checked(Check check, Instant now) {
			return new Added(this.toCount - check.toCount(), this.toAge - check.toAge(),
					(check.toAge() > 0) ? now : this.ageChecked, null, true);
		}

		private Added heldUntil(@Nullable Long nanos) {
			return new Added(this.toCount, this.toAge, this.ageChecked, nanos, false);
		}

	}

	/**
	 * A check that is due.
	 *
	 * @param toCount the number of added runs if the number is checked, otherwise 0
	 * @param toAge the number of added runs if the age is checked, otherwise 0
	 */
	private record Check(int toCount, int toAge) {

		private static final Check NONE = new Check(0, 0);

	}

}
