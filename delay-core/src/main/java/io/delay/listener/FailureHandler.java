// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Handles the jobs of a topic that have failed permanently, before they become FAILED.
 *
 * @param handler the handler; its {@code toString()} names it in messages
 * @param maxAttempts the maximum number of attempts of this handler
 * @param thenDelete whether a job is deleted once the handler has returned; otherwise it
 * is FAILED
 * @since 0.1.0
 */
public record FailureHandler(JobHandler handler, int maxAttempts, boolean thenDelete) {

	public FailureHandler {
		Assert.notNull(handler, "'handler' must not be null");
		JobRules.checkMaxAttempts(maxAttempts);
	}

}
