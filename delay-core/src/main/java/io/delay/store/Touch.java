// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Reports to the store that a worker is running under a lease, and optionally extends the
 * lease. From the first touch on, the delivery counts as an attempt.
 *
 * @param ttr how long the lease lasts from now on, or zero to leave its end unchanged; a
 * touch never shortens a lease
 * @param overdue whether the worker is running but will not finish before the lease ends,
 * so that the store does not assume a crash; allowed only with a {@code ttr} of zero
 * @since 0.1.0
 */
public record Touch(Lease lease, Duration ttr, boolean overdue) {

	public Touch {
		if (!ttr.isZero()) {
			JobRules.checkTtr(ttr);
			Assert.isTrue(!overdue, "A touch that extends a lease must not report that the worker is overdue");
		}
	}

	/**
	 * Create a touch that extends a lease.
	 * @param ttr how long the lease lasts from now on
	 */
	public Touch(Lease lease, Duration ttr) {
		this(lease, JobRules.checkTtr(ttr), false);
	}

	/**
	 * Create a touch that reports the start of the handler.
	 * @param lease the lease, whose end is unchanged
	 * @return the touch
	 */
	public static Touch started(Lease lease) {
		return new Touch(lease, Duration.ZERO, false);
	}

	/**
	 * Create a touch that reports that the handler will not finish before the lease ends.
	 * @param lease the lease, whose end is unchanged
	 * @return the touch
	 */
	public static Touch overdue(Lease lease) {
		return new Touch(lease, Duration.ZERO, true);
	}

}
