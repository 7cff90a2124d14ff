// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * The terms of one delivery of a job, fixed when it was reserved.
 *
 * @param attempt the number of this attempt, starting at 1
 * @param maxAttempts the maximum number of attempts; {@code attempt} may be greater if
 * the maximum has been reduced since an earlier delivery; this attempt is then the last
 * one
 * @param ttr how long the worker may hold the job, counted from the reserve
 * @param deadline when the lease ends, according to the store's clock
 * @param redelivery whether leases of the job expired before this delivery
 * @param failures the failures of the job if it is delivered to the failure handler, in
 * which case the attempts are those of the failure handler; otherwise {@code null}
 * @since 0.1.0
 */
public record LeaseTerms(int attempt, int maxAttempts, Duration ttr, Instant deadline, Redelivery redelivery,
		@Nullable JobFailures failures) {

	/**
	 * Create the terms of a delivery to the handler of the topic.
	 * @param attempt the number of this attempt, starting at 1
	 * @param maxAttempts the maximum number of attempts
	 * @param ttr how long the worker may hold the job
	 * @param deadline when the lease ends
	 * @param redelivery whether leases of the job expired before this delivery
	 */
	public LeaseTerms(int attempt, int maxAttempts, Duration ttr, Instant deadline, Redelivery redelivery) {
		this(attempt, maxAttempts, ttr, deadline, redelivery, null);
	}

	/**
	 * Create the terms of a delivery that does not follow an expired lease.
	 * @param attempt the number of this attempt, starting at 1
	 * @param maxAttempts the maximum number of attempts
	 * @param ttr how long the worker may hold the job
	 * @param deadline when the lease ends
	 */
	public LeaseTerms(int attempt, int maxAttempts, Duration ttr, Instant deadline) {
		this(attempt, maxAttempts, ttr, deadline, Redelivery.NONE);
	}

	/**
	 * Whether the job is delivered to the failure handler, because it has failed
	 * permanently.
	 * @return {@code true} if it is in failure handling
	 */
	public boolean isFailureHandling() {
		return this.failures != null;
	}

	/**
	 * Whether this is the last attempt: if it fails, the job is buried, or passed to the
	 * failure handler if there is one.
	 * @return {@code true} for the last attempt
	 */
	public boolean isLastAttempt() {
		return this.attempt >= this.maxAttempts;
	}

	/**
	 * Whether a worker that reports the start of its handler must report this start
	 * before the handler runs. If the lease then expires without a report, the handler
	 * did not start. Other starts may be reported later, because the first lease that
	 * expires without a report does not count as an attempt.
	 * @return {@code true} for a job that is redelivered after its lease expired, and for
	 * a job with a single attempt
	 */
	public boolean isReportedFirst() {
		return this.redelivery != Redelivery.NONE || this.maxAttempts == 1;
	}

}
