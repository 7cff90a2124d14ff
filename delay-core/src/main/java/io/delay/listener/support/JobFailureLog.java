// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.apache.commons.logging.LogFactory;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.store.LeaseTerms;
import io.delay.support.FailureLog;

/**
 * Logs the failures of individual jobs of one container. The first failure of each kind
 * within a minute is logged with its stack trace. Further failures of that kind are
 * logged individually at DEBUG only, and their number is logged in one line. A burial is
 * always logged individually. Workers, the settler and the poller use this log. The
 * number of omitted failures is logged before the next failure, or earlier by the poller
 * when a worker is free. Never throws.
 */
public final class JobFailureLog {

	private static final FailureLog logger = new FailureLog(LogFactory.getLog(JobFailureLog.class));

	private static final Duration PERIOD = Duration.ofMinutes(1);

	private static final int MAX_KINDS = 100;

	// Counts the failures of all kinds beyond the first MAX_KINDS.
	private static final Kind FURTHER = new Kind(new FailureKind("failures of further kinds", null), false);

	private final DelayListenerEndpoint endpoint;

	private final LongSupplier nanoTime;

	// In the order in which the periods began.
	private final Map<Kind, Period> periods = new LinkedHashMap<>();

	public JobFailureLog(DelayListenerEndpoint endpoint) {
		this(endpoint, System::nanoTime);
	}

	public JobFailureLog(DelayListenerEndpoint endpoint, LongSupplier nanoTime) {
		this.endpoint = endpoint;
		this.nanoTime = nanoTime;
	}

	/**
	 * Log the failure of a job as a warning, or at DEBUG if a failure of the same kind
	 * was logged recently.
	 */
	public void warn(FailureLog log, String message, Throwable failure) {
		log(() -> FailureKind.of(failure), () -> log.warn(message, failure), () -> log.debug(message, failure));
	}

	/**
	 * Log the failure of a call of the store for a job like other failures, except that
	 * the stack trace of an outage of the store is logged only at DEBUG, because it is
	 * long and explains nothing.
	 */
	public void warnOfCall(FailureLog log, String message, Throwable failure) {
		if (!StoreFailures.isTemporary(failure)) {
			warn(log, message, failure);
			return;
		}
		log(() -> FailureKind.of(failure), () -> {
			log.warn(message + ": " + failure);
			log.debug(message, failure);
		}, () -> log.debug(message, failure));
	}

	/**
	 * Log a problem of a job as a warning, or at DEBUG if one of the same kind was logged
	 * recently.
	 */
	public void warnOf(FailureLog log, String kind, String message) {
		log(() -> new FailureKind(kind, null), () -> log.warn(message), () -> log.debug(message));
	}

	private void log(Supplier<FailureKind> kind, Runnable first, Runnable further) {
		logOmitted();
		attempt(() -> (isFirst(new Kind(kind.get(), false)) ? first : further).run());
	}

	// Returns a clause that begins with the job.
	public String burying(Object job, LeaseTerms terms) {
		boolean handled = this.endpoint.failureHandler() != null && !terms.isFailureHandling();
		return job + (handled ? " is passed to the failure handler" : " is buried");
	}

	/**
	 * Log as a warning that a job is buried because of a failure. The stack trace is
	 * included unless it was logged recently for the same kind.
	 */
	public void warnOfBurial(FailureLog log, String message, Throwable failure) {
		logOmitted();
		attempt(() -> {
			Kind kind = new Kind(FailureKind.of(failure), true);
			if (isFirst(kind) || log.isDebugEnabled()) {
				log.warn(message, failure);
			}
			else {
				log.warn(message + ": " + kind.failure());
			}
		});
	}

	// Settlements must not depend on logging, even if memory is exhausted.
	private static void attempt(Runnable step) {
		try {
			step.run();
		}
		catch (RuntimeException | Error ex) {
			// Logging this failure would most likely fail as well
		}
	}

	private synchronized boolean isFirst(Kind kind) {
		Kind counted = (this.periods.size() < MAX_KINDS || this.periods.containsKey(kind)) ? kind : FURTHER;
		Period period = this.periods.get(counted);
		if (period == null) {
			this.periods.put(counted, new Period(this.nanoTime.getAsLong()));
			return true;
		}
		if (!kind.buried()) {
			period.omitted++;
		}
		return false;
	}

	public void logOmitted() {
		attempt(() -> takeLines(PERIOD.toNanos()).forEach(logger::warn));
	}

	/**
	 * Log the number of omitted failures for all periods, because the container is
	 * stopping.
	 */
	public void close() {
		attempt(() -> takeLines(Long.MIN_VALUE).forEach(logger::warn));
	}

	private synchronized List<String> takeLines(long age) {
		if (this.periods.isEmpty()) {
			return List.of();
		}
		List<String> lines = new ArrayList<>();
		long now = this.nanoTime.getAsLong();
		Iterator<Map.Entry<Kind, Period>> iterator = this.periods.entrySet().iterator();
		while (iterator.hasNext()) {
			Map.Entry<Kind, Period> entry = iterator.next();
			Period period = entry.getValue();
			if (now - period.beganAt < age) {
				break;
			}
			iterator.remove();
			if (period.omitted > 0) {
				lines.add(line(entry.getKey().failure(), period.omitted, now - period.beganAt));
			}
		}
		return lines;
	}

	private String line(FailureKind kind, int omitted, long nanos) {
		return "Listener " + this.endpoint + " had " + omitted + ((omitted == 1) ? " more failure" : " more failures")
				+ " like the one logged " + Duration.ofNanos(nanos).toSeconds() + " s ago, for jobs of topic '"
				+ this.endpoint.topic() + "': " + kind
				+ ". Set the log level of io.delay.listener to DEBUG to log each of them";
	}

	private record Kind(FailureKind failure, boolean buried) {

	}

	private static final class Period {

		private final long beganAt;

		private int omitted;

		Period(long beganAt) {
			this.beganAt = beganAt;
		}

	}

}
