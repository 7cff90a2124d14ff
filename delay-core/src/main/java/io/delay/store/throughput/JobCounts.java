// SPDX-License-Identifier: Apache-2.0

package io.delay.store.throughput;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Counts what happened to the jobs of a topic during a period.
 *
 * @param submitted the number of jobs that were stored by a submit or a resubmit,
 * including those that replaced another job
 * @param delivered the number of deliveries to handlers, including repeated ones and
 * deliveries that were handed back; deliveries to failure handlers are not counted
 * @param done the number of jobs that were acknowledged or resubmitted
 * @param failedAttempts the number of attempts that failed, by an exception, an expired
 * lease or a burial; attempts of failure handlers are not counted
 * @param buried the number of jobs that became FAILED
 * @param cancelled the number of jobs that were cancelled or purged, or have expired;
 * jobs that were replaced or that retention dropped are not counted
 * @param lateness the total time for which the delivered jobs had been ready when they
 * were handed out; jobs that were handed out before they were due count as zero
 * @since 0.1.0
 */
public record JobCounts(long submitted, long delivered, long done, long failedAttempts, long buried, long cancelled,
		Duration lateness) {

	/**
	 * Counts that are all zero.
	 */
	public static final JobCounts NONE = new JobCounts(0, 0, 0, 0, 0, 0, Duration.ZERO);

	public JobCounts {
		Assert.notNull(lateness, "'lateness' must not be null");
	}

	/**
	 * Return the average lateness of a delivery.
	 * @return the average, {@code null} if no job was delivered
	 */
	public @Nullable Duration averageLateness() {
		return (this.delivered > 0) ? this.lateness.dividedBy(this.delivered) : null;
	}

	/**
	 * Return the sum of these counts and others.
	 * @return the sum
	 */
	public JobCounts plus(JobCounts other) {
		return new JobCounts(this.submitted + other.submitted, this.delivered + other.delivered, this.done + other.done,
				this.failedAttempts + other.failedAttempts, this.buried + other.buried,
				this.cancelled + other.cancelled, this.lateness.plus(other.lateness));
	}

}
