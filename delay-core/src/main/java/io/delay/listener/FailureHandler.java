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
