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

package io.delay.listener.dispatch;

import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldLease;
import io.delay.store.Touch;

/**
 * What the store is to be told of one delivery at work, and when: that the handler has
 * begun, after a while, so that short ones cost nothing; and that it is alive, shortly
 * before a lease ends that it will outlive. For use under a lock.
 */
final class ProgressReport {

	static final long NEVER = Long.MAX_VALUE;

	/** With a TTR shorter than four times this, a quarter of the TTR. */
	private static final long LATEST_START = TimeUnit.SECONDS.toNanos(1);

	/** With a TTR shorter than ten times this, a tenth of the TTR. */
	private static final long LONGEST_MARGIN = TimeUnit.SECONDS.toNanos(1);

	private final HeldLease lease;

	private final long ttr;

	private long begunAt;

	private boolean startReported;

	/** The end of the lease that was reported, by System.nanoTime(). */
	private @Nullable Long reportedEnd;

	ProgressReport(HeldLease lease) {
		this.lease = lease;
		this.ttr = lease.terms().ttr().toNanos();
	}

	/**
	 * How long the handler has to be at work before its start is reported, if it is not
	 * reported first.
	 * @return nanoseconds, more than zero
	 */
	long startDelay() {
		return Math.max(1, Math.min(LATEST_START, this.ttr / 4));
	}

	// A worker takes the delivery.
	void begin() {
		this.begunAt = System.nanoTime();
		this.startReported = this.lease.terms().isReportedFirst();
	}

	/**
	 * How long until a report is due.
	 * @return nanoseconds, zero or less if one is, {@link #NEVER} if none will be
	 */
	long untilDue() {
		if (this.lease.isLost()) {
			return NEVER;
		}
		return this.startReported ? untilOverdue() : Math.min(untilStart(), untilOverdue());
	}

	/**
	 * The report that is due, which then counts as sent. Nobody repeats it: a job whose
	 * worker seems to be gone is delivered again with more care, no more.
	 * @return the report, {@code null} if none is due
	 */
	@Nullable Touch take() {
		if (untilDue() > 0) {
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

	private long untilStart() {
		return this.begunAt + startDelay() - System.nanoTime();
	}

	private long untilOverdue() {
		return untilOverdue(this.lease.end());
	}

	private long untilOverdue(long end) {
		boolean reported = this.reportedEnd != null && this.reportedEnd == end;
		return reported ? NEVER : end - Math.min(LONGEST_MARGIN, this.ttr / 10) - System.nanoTime();
	}

}
