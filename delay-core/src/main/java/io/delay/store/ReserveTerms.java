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

import java.time.Duration;

import io.delay.job.JobDefaults;
import io.delay.job.JobRules;

/**
 * The TTR and the maximum number of attempts for reserved jobs that do not set them.
 *
 * @param ttr how long a consumer may hold a job, longer than zero, at most 100 days
 * @param maxAttempts the maximum number of attempts, 1 to 99,999
 * @since 0.1.0
 */
public record ReserveTerms(Duration ttr, int maxAttempts) {

	private static final ReserveTerms DEFAULTS = new ReserveTerms(JobDefaults.TTR, JobDefaults.MAX_ATTEMPTS);

	public ReserveTerms {
		JobRules.checkTtr(ttr);
		JobRules.checkMaxAttempts(maxAttempts);
	}

	/**
	 * Return the general defaults.
	 * @return a TTR of 60 s and 5 attempts
	 */
	public static ReserveTerms defaults() {
		return DEFAULTS;
	}

}
