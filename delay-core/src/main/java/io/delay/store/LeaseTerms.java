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
import java.time.Instant;

/**
 * What applies to one delivery of a job, fixed when it was reserved.
 *
 * @param attempt the number of this delivery, from 1
 * @param maxAttempts the number of the last delivery; {@code attempt} can be larger if
 * the job has been delivered under a larger maximum before, and is the last one then
 * @param ttr how long the worker may hold the job, counted from the reserve
 * @param deadline when the lease ends, by the store's clock
 * @param redelivery whether leases of the job ran out before this one
 * @since 0.1.0
 */
public record LeaseTerms(int attempt, int maxAttempts, Duration ttr, Instant deadline, Redelivery redelivery) {

	/**
	 * Create the terms of a job no lease of which ran out before.
	 * @param attempt the number of this delivery, from 1
	 * @param maxAttempts the number of the last delivery
	 * @param ttr how long the worker may hold the job
	 * @param deadline when the lease ends
	 */
	public LeaseTerms(int attempt, int maxAttempts, Duration ttr, Instant deadline) {
		this(attempt, maxAttempts, ttr, deadline, Redelivery.NONE);
	}

	/**
	 * Whether no further attempt follows if this one fails.
	 * @return {@code true} for the last delivery
	 */
	public boolean isLastAttempt() {
		return this.attempt >= this.maxAttempts;
	}

	/**
	 * Whether a worker that reports starts must have reported this one before the handler
	 * begins. If the lease runs out unreported the store then knows that the handler did
	 * not begin. All other starts may be reported later, because such a lease costs no
	 * attempt once.
	 * @return {@code true} for a job that is delivered again after its lease ran out, and
	 * for one that has a single attempt
	 */
	public boolean isReportedFirst() {
		return this.redelivery != Redelivery.NONE || this.maxAttempts == 1;
	}

}
