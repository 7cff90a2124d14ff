// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.delay.job.JobDefaults;
import io.delay.job.JobRules;
import io.delay.job.RateLimit;

/**
 * The TTR and the maximum number of attempts for reserved jobs that do not set them,
 * whether the consumer has a failure handler, and the rate limit of the topic.
 *
 * @param ttr how long a consumer may hold a job, longer than zero, at most 100 days
 * @param maxAttempts the maximum number of attempts, 1 to 99,999
 * @param failureAttempts the maximum number of attempts of the failure handler of the
 * consumer, for all jobs; 0 if the consumer has none
 * @param rateLimit how many jobs of the topic may be reserved, by all consumers with a
 * limit together; {@code null} if the reserves of the consumer are not limited
 * @since 0.1.0
 */
public record ReserveTerms(Duration ttr, int maxAttempts, int failureAttempts, @Nullable RateLimit rateLimit) {

	private static final ReserveTerms DEFAULTS = new ReserveTerms(JobDefaults.TTR, JobDefaults.MAX_ATTEMPTS);

	public ReserveTerms {
		JobRules.checkTtr(ttr);
		JobRules.checkMaxAttempts(maxAttempts);
		if (failureAttempts != 0) {
			JobRules.checkMaxAttempts(failureAttempts);
		}
	}

	/**
	 * Create the terms of a consumer without a rate limit.
	 * @param ttr how long a consumer may hold a job, longer than zero, at most 100 days
	 * @param maxAttempts the maximum number of attempts, 1 to 99,999
	 * @param failureAttempts the maximum number of attempts of the failure handler, 0 if
	 * the consumer has none
	 */
	public ReserveTerms(Duration ttr, int maxAttempts, int failureAttempts) {
		this(ttr, maxAttempts, failureAttempts, null);
	}

	/**
	 * Create the terms of a consumer without a failure handler and without a rate limit.
	 * @param ttr how long a consumer may hold a job, longer than zero, at most 100 days
	 * @param maxAttempts the maximum number of attempts, 1 to 99,999
	 */
	public ReserveTerms(Duration ttr, int maxAttempts) {
		this(ttr, maxAttempts, 0);
	}

	/**
	 * Return the same terms with another rate limit.
	 * @param rateLimit the rate limit, or {@code null} for none
	 * @return the terms
	 */
	public ReserveTerms limitedTo(@Nullable RateLimit rateLimit) {
		return new ReserveTerms(this.ttr, this.maxAttempts, this.failureAttempts, rateLimit);
	}

	/**
	 * Whether the consumer has a failure handler. Its jobs are delivered to that handler
	 * before they are FAILED.
	 * @return {@code true} if it has one
	 */
	public boolean hasFailureHandler() {
		return this.failureAttempts > 0;
	}

	/**
	 * Return the general defaults.
	 * @return a TTR of 60 s and 5 attempts
	 */
	public static ReserveTerms defaults() {
		return DEFAULTS;
	}

}
