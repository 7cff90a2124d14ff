// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * The failures of a job so far.
 *
 * @param attempts the number of failed attempts; releases do not count, and a kick resets
 * it
 * @param recent the last failures, newest first: at least one and at most
 * {@value #MAX_RECENT}. Lists of jobs contain only the last failure, without its stack
 * trace
 * @since 0.1.0
 */
public record JobFailures(int attempts, List<Failure> recent) {

	/**
	 * How many failures of a job are kept.
	 */
	public static final int MAX_RECENT = 3;

	public JobFailures {
		Assert.notEmpty(recent, "'recent' must not be empty");
		recent = List.copyOf(recent);
	}

	/**
	 * Create the failures of a job whose earlier failures are unknown.
	 * @param attempts the number of failed attempts
	 * @param time when the last failure was recorded
	 */
	public JobFailures(int attempts, FailureReason last, Instant time) {
		this(attempts, List.of(new Failure(attempts, time, last)));
	}

	/**
	 * Return the reason of the last failure.
	 * @return the reason
	 */
	public FailureReason last() {
		return this.recent.get(0).reason();
	}

	/**
	 * Return when the last failure was recorded, according to the store's clock.
	 * @return the time
	 */
	public Instant time() {
		return this.recent.get(0).time();
	}

	/**
	 * A failure of a job.
	 *
	 * @param attempt the number of the failed attempt; if the failure did not count as an
	 * attempt, because an operator buried the job, its handler was never started or its
	 * failure handler failed, the number of the last attempt that failed before, zero for
	 * none
	 * @param time when the failure was recorded, according to the store's clock;
	 * {@link Instant#EPOCH} if the stored time is corrupt
	 * @param reason why and where the job failed
	 */
	public record Failure(int attempt, Instant time, FailureReason reason) {

		/**
		 * Return when the failure was recorded.
		 * @return the time, {@code null} if the stored time is corrupt
		 */
		public @Nullable Instant knownTime() {
			return this.time.equals(Instant.EPOCH) ? null : this.time;
		}

	}

}
