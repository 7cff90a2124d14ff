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

package io.delay.listener.support;

import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.listener.ReserveOutage;
import io.delay.support.FailureLog;

/**
 * Follows the failures of one kind of call: a warning when they begin, with the stack
 * trace of each kind that was not expected, then a line with their number once a minute,
 * a note when they are over, and how long to wait in between. For use by one thread, but
 * any thread may read the present state.
 */
public final class OutageLog {

	private static final Log logger = LogFactory.getLog(OutageLog.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private static final Duration REMINDER = Duration.ofMinutes(1);

	/** The stack traces of one outage. */
	private static final int MAX_KINDS = 10;

	/** An end for exceptions that are, in a circle, the cause of each other. */
	private static final int MAX_CAUSES = 32;

	private final String begin;

	private final String end;

	private final Class<? extends Throwable> expected;

	private final RetryPause pause;

	private final LongSupplier nanoTime;

	private final Set<FailureKind> logged = new HashSet<>();

	private long loggedAt;

	private boolean warned;

	private volatile @Nullable State state;

	private OutageLog(String begin, String end, Class<? extends Throwable> expected, RetryPause pause,
			LongSupplier nanoTime) {
		this.begin = begin;
		this.end = end;
		this.expected = expected;
		this.pause = pause;
		this.nanoTime = nanoTime;
	}

	// An outage of the store.
	public static OutageLog ofStore(String what, RetryPause pause) {
		return ofStore(what, pause, System::nanoTime);
	}

	public static OutageLog ofStore(String what, RetryPause pause, LongSupplier nanoTime) {
		return new OutageLog("Cannot " + what + ", trying again until the store answers",
				"The store answers again, can " + what, DataAccessException.class, pause, nanoTime);
	}

	// An executor that takes no jobs.
	public static OutageLog ofWorkers(String topic, RetryPause pause) {
		return new OutageLog(
				"The executor refuses jobs of topic '" + topic + "', which go back to the store until it takes them; "
						+ "give it as many threads as the listener has concurrency",
				"The executor takes jobs of topic '" + topic + "' again", Throwable.class, pause, System::nanoTime);
	}

	/**
	 * Note that a call failed.
	 * @param failure what was thrown
	 * @return how long to wait before the next call
	 */
	public Duration failed(Throwable failure) {
		long now = this.nanoTime.getAsLong();
		State before = this.state;
		State present = (before != null) ? new State(before.beganAt(), before.failures() + 1, describe(failure))
				: new State(now, 1, describe(failure));
		this.state = present;
		if (isNew(failure)) {
			this.loggedAt = now;
			log(failure, present);
		}
		else if (now - this.loggedAt >= REMINDER.toNanos()) {
			this.loggedAt = now;
			logger.warn(this.begin + ": failed " + present.failures() + " times in "
					+ Duration.ofNanos(now - present.beganAt()).toSeconds() + " s, the last time with "
					+ present.reason());
		}
		return this.pause.next();
	}

	private boolean isNew(Throwable failure) {
		if (this.expected.isInstance(failure)) {
			boolean first = !this.warned;
			this.warned = true;
			return first;
		}
		return this.logged.size() < MAX_KINDS && this.logged.add(FailureKind.of(failure));
	}

	private void log(Throwable failure, State present) {
		if (this.expected.isInstance(failure)) {
			logger.warn(this.begin + ": " + present.reason());
			logger.debug("The failure", failure);
		}
		else {
			failureLog.error("Unexpected failure. " + this.begin, failure);
		}
	}

	/**
	 * Note that a call succeeded.
	 */
	public void over() {
		State last = this.state;
		if (last != null) {
			this.state = null;
			this.warned = false;
			this.logged.clear();
			logger.info(this.end + ", after " + last.failures() + " failures");
		}
		this.pause.reset();
	}

	/**
	 * How the calls fail at present. For any thread.
	 * @return the outage, {@code null} if the last call succeeded
	 */
	public @Nullable ReserveOutage current() {
		State present = this.state;
		return (present != null) ? new ReserveOutage(Duration.ofNanos(this.nanoTime.getAsLong() - present.beganAt()),
				present.failures(), present.reason()) : null;
	}

	// What happened in the words of the failure, and of its root cause if that says more.
	private static String describe(Throwable failure) {
		try {
			return describeWithCause(failure);
		}
		catch (RuntimeException | Error ex) {
			return failure.getClass().getName() + ", which cannot be read";
		}
	}

	private static String describeWithCause(Throwable failure) {
		String description = words(failure);
		Throwable root = Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
			.limit(MAX_CAUSES)
			.reduce(failure, (first, second) -> second);
		if (root != failure && (root.getMessage() == null || !description.contains(root.getMessage()))) {
			description += " (" + root + ")";
		}
		return description;
	}

	private static String words(Throwable failure) {
		return ((failure instanceof DataAccessException) && failure.getMessage() != null) ? failure.getMessage()
				: failure.toString();
	}

	/**
	 * What is known of an outage.
	 *
	 * @param beganAt when the first call failed
	 * @param failures how many have failed
	 * @param reason what the last failure says
	 */
	private record State(long beganAt, long failures, String reason) {

	}

}
