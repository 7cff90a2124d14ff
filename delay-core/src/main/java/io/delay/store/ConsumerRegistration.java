// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Describes a consumer, which handles the jobs of a topic.
 *
 * @param id the {@link LeaseTokens#poller() poller} of the lease tokens of the consumer;
 * the id is never used for a different consumer
 * @param origin where the consumer runs
 * @param terms the terms on which it reserves jobs
 * @since 0.1.0
 */
public record ConsumerRegistration(String topic, String id, ConsumerOrigin origin, ConsumerTerms terms) {

	public ConsumerRegistration {
		JobRules.checkTopic(topic);
		Assert.hasText(id, "'id' must not be empty");
		Assert.notNull(origin, "'origin' must not be null");
		Assert.notNull(terms, "'terms' must not be null");
	}

}
