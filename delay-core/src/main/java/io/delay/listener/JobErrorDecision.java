// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import java.time.Duration;

import io.delay.job.JobRules;

/**
 * The decision of a {@link JobErrorHandler} about a job whose handler threw an exception.
 *
 * @since 0.1.0
 */
public sealed interface JobErrorDecision {

	/**
	 * Make no decision. The next error handler is called; after the last one, the
	 * settings of the listener apply.
	 * @return the decision
	 */
	static JobErrorDecision byDefault() {
		return new ByDefault();
	}

	/**
	 * Deliver the job again. The attempt counts, so the job is buried instead if this
	 * attempt was the last one.
	 * @param delay the time until the job is ready again, zero or longer
	 * @return the decision
	 * @throws IllegalArgumentException if the delay is invalid
	 */
	static JobErrorDecision retryAfter(Duration delay) {
		return new Retry(delay);
	}

	/**
	 * Bury the job. The exception is recorded as the reason.
	 * @return the decision
	 */
	static JobErrorDecision bury() {
		return new Bury();
	}

	/**
	 * Acknowledge the job, which is deleted as if the handler had returned.
	 * @return the decision
	 */
	static JobErrorDecision done() {
		return new Done();
	}

	/**
	 * No decision.
	 */
	record ByDefault() implements JobErrorDecision {

	}

	/**
	 * The job is delivered again.
	 *
	 * @param delay the time until the job is ready again
	 */
	record Retry(Duration delay) implements JobErrorDecision {

		public Retry {
			JobRules.checkDelay(delay);
		}

	}

	/**
	 * The job is buried.
	 */
	record Bury() implements JobErrorDecision {

	}

	/**
	 * The job is acknowledged.
	 */
	record Done() implements JobErrorDecision {

	}

}
