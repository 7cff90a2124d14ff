// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldLease;
import io.delay.store.Touch;

/**
 * Determines what to report to the store about one running delivery, and when: its start,
 * after a delay so that short deliveries cost nothing; and that it is still running,
 * shortly before its lease ends. Also determines when its lease has ended although it is
 * still running. Callers must hold the lock of the dispatcher.
 */
final class ProgressReport {

	static final long NEVER = Long.MAX_VALUE;

	// The delay of the report of a start, or a quarter of the TTR if that is shorter.
	private static final long LATEST_START = TimeUnit.SECONDS.toNanos(1);

	// How long before the end of the lease the handler is reported as overdue, or a tenth
	// of the TTR if that is shorter.
	private static final long LONGEST_MARGIN = TimeUnit.SECONDS.toNanos(1);

	private final HeldLease lease;

	private final long ttr;

	// Written by the worker when it takes the delivery, and then by the poller, like all
	// fields below.
	private boolean startReported;

	// When the report of the start is due, as a System.nanoTime() value.
	private long startDueAt;

	// The handler is not reported as overdue before this System.nanoTime() value.
	private long pauseEnd;

	// The end of the lease when the handler was last reported as overdue, as a
	// System.nanoTime() value.
	private @Nullable Long reportedEnd;

	private boolean overrunTaken;

	ProgressReport(HeldLease lease) {
		this.lease = lease;
		this.ttr = lease.terms().ttr().toNanos();
	}

	// In nanoseconds, more than zero. It does not apply if the start is reported in
	// advance.
	long startDelay() {
		return Math.max(1, Math.min(LATEST_START, this.ttr / 4));
	}

	void begin() {
		long now = System.nanoTime();
		this.startDueAt = now + startDelay();
		this.pauseEnd = now;
		this.startReported = this.lease.terms().isReportedFirst();
	}

	// Returns the nanoseconds until a report is due or the lease ends.
	long untilDue() {
		return Math.min(untilReport(), untilOverrun());
	}

	private long untilReport() {
		if (this.lease.isLost()) {
			return NEVER;
		}
		// The transaction of a handler that has ended its own job locks the job, until a
		// rollback possibly undoes that
		if (this.lease.endByHandler() != null) {
			return Math.max(1, margin() / 4);
		}
		// The handler has not started: a report would count as an attempt
		if (this.lease.terms().isReportedFirst() && this.lease.touches() == 0) {
			return startDelay();
		}
		return this.startReported ? untilOverdue() : Math.min(untilStart(), untilOverdue());
	}

	// Returns the report that is due, which then counts as sent.
	@Nullable Touch take() {
		if (untilReport() > 0) {
			return null;
		}
		this.startReported = true;
		// The handler may extend its lease at this moment
		long end = this.lease.end();
		if (untilOverdue(end) > 0) {
			return Touch.started(this.lease.lease());
		}
		this.reportedEnd = end;
		return Touch.overdue(this.lease.lease());
	}

	// Makes a report due again after a short time, so that it can be sent a few times
	// before the lease ends.
	void repeat(Touch report) {
		long now = System.nanoTime();
		if (report.overdue()) {
			this.pauseEnd = now + margin() / 4;
			this.reportedEnd = null;
		}
		else {
			this.startDueAt = now + startDelay();
			this.startReported = false;
		}
	}

	// Returns true only once.
	boolean takeOverrun() {
		if (untilOverrun() > 0) {
			return false;
		}
		this.overrunTaken = true;
		return true;
	}

	private long untilOverrun() {
		if (this.overrunTaken) {
			return NEVER;
		}
		long untilEnd = this.lease.end() - System.nanoTime();
		return (untilEnd > 0 || this.lease.isStarted()) ? untilEnd : NEVER;
	}

	private long untilStart() {
		return this.startDueAt - System.nanoTime();
	}

	private long untilOverdue() {
		return untilOverdue(this.lease.end());
	}

	private long untilOverdue(long end) {
		boolean reported = this.reportedEnd != null && this.reportedEnd == end;
		long now = System.nanoTime();
		return reported ? NEVER : Math.max(end - margin() - now, this.pauseEnd - now);
	}

	// How long before the end of the lease the handler is reported as overdue.
	private long margin() {
		return Math.min(LONGEST_MARGIN, this.ttr / 10);
	}

}
