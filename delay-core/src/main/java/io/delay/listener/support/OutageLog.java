// SPDX-License-Identifier: Apache-2.0

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
 * Logs an outage, which is a series of failures of one kind of call, and determines the
 * pauses between retries. It logs a warning at the first failure, the stack trace of each
 * kind of unexpected failure, the number of failures once a minute, and the end of the
 * outage. For use by one thread, except for {@link #current()}.
 */
public final class OutageLog {

	private static final Log logger = LogFactory.getLog(OutageLog.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private static final Duration REMINDER = Duration.ofMinutes(1);

	private static final int MAX_KINDS = 10;

	// Guards against cyclic causes.
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

	public static OutageLog ofStore(String what, RetryPause pause) {
		return ofStore(what, pause, System::nanoTime);
	}

	public static OutageLog ofStore(String what, RetryPause pause, LongSupplier nanoTime) {
		return new OutageLog("Cannot " + what + "; retrying until the store answers",
				"The store answers again and can " + what, DataAccessException.class, pause, nanoTime);
	}

	public static OutageLog ofWorkers(String topic, RetryPause pause) {
		return new OutageLog(
				"The worker executor rejects jobs of topic '" + topic + "', which are handed back to the "
						+ "store (the executor needs as many threads as the concurrency of the listener)",
				"The worker executor accepts jobs of topic '" + topic + "' again", Throwable.class, pause,
				System::nanoTime);
	}

	/** Record a failed call, and return the pause before the next one. */
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
			logger.debug(this.begin, failure);
		}
		else {
			failureLog.error("Unexpected failure. " + this.begin, failure);
		}
	}

	public void over() {
		State last = this.state;
		if (last != null) {
			this.state = null;
			this.warned = false;
			this.logged.clear();
			logger.info(this.end + ", after " + last.failures() + ((last.failures() == 1) ? " failure" : " failures"));
		}
		this.pause.reset();
	}

	// May be called by any thread.
	public @Nullable ReserveOutage current() {
		State present = this.state;
		return (present != null) ? new ReserveOutage(Duration.ofNanos(this.nanoTime.getAsLong() - present.beganAt()),
				present.failures(), present.reason()) : null;
	}

	// The message of the failure, and of its root cause if that adds information.
	private static String describe(Throwable failure) {
		try {
			return describeWithCause(failure);
		}
		catch (RuntimeException | Error ex) {
			return failure.getClass().getName() + " (its message cannot be read)";
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

	// The time is a System.nanoTime() value.
	private record State(long beganAt, long failures, String reason) {

	}

}
