// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * The terms on which a consumer reserves jobs.
 *
 * @param concurrency the number of jobs that the consumer handles at the same time
 * @param reserveTerms the TTR and the maximum number of attempts for jobs that do not set
 * them
 * @since 0.1.0
 */
public record ConsumerTerms(int concurrency, ReserveTerms reserveTerms) {

	public ConsumerTerms {
		JobRules.checkConcurrency(concurrency);
		Assert.notNull(reserveTerms, "'reserveTerms' must not be null");
	}

}
