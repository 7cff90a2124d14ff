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

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Reports to the store that a worker is running under a lease, and optionally extends the
 * lease. From the first touch on, the delivery counts as an attempt.
 *
 * @param ttr how long the lease lasts from now on, or zero to leave its end unchanged; a
 * touch never shortens a lease
 * @param overdue whether the worker is running but will not finish before the lease ends,
 * so that the store does not assume a crash; allowed only with a {@code ttr} of zero
 * @since 0.1.0
 */
public record Touch(Lease lease, Duration ttr, boolean overdue) {

	public Touch {
		if (!ttr.isZero()) {
			JobRules.checkTtr(ttr);
			Assert.isTrue(!overdue, "A touch that extends a lease must not report that the worker is overdue");
		}
	}

	/**
	 * Create a touch that extends a lease.
	 * @param ttr how long the lease lasts from now on
	 */
	public Touch(Lease lease, Duration ttr) {
		this(lease, JobRules.checkTtr(ttr), false);
	}

	/**
	 * Create a touch that reports the start of the handler.
	 * @param lease the lease, whose end is unchanged
	 * @return the touch
	 */
	public static Touch started(Lease lease) {
		return new Touch(lease, Duration.ZERO, false);
	}

	/**
	 * Create a touch that reports that the handler will not finish before the lease ends.
	 * @param lease the lease, whose end is unchanged
	 * @return the touch
	 */
	public static Touch overdue(Lease lease) {
		return new Touch(lease, Duration.ZERO, true);
	}

}
