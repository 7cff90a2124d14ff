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
