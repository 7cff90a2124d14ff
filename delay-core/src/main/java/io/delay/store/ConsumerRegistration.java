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
