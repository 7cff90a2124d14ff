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
 * Tells the store that a worker is at work under a lease, and extends the lease if that
 * is wanted. From the first touch on the delivery counts as an attempt.
 *
 * @param lease the lease
 * @param ttr how long the lease lasts from now on; a lease never becomes shorter by it,
 * and keeps its end with zero
 * @param overdue whether the worker is alive but will not be done when the lease ends, so
 * that the store does not take the end for that of the worker; only with a {@code ttr} of
 * zero
 * @since 0.1.0
 */
public record Touch(Lease lease, Duration ttr, boolean overdue) {

	public Touch {
		if (!ttr.isZero()) {
			JobRules.checkTtr(ttr);
			Assert.isTrue(!overdue, "A touch that extends a lease must not be overdue");
		}
	}

	/**
	 * Create a touch that extends a lease.
	 * @param lease the lease
	 * @param ttr how long it lasts from now on
	 */
	public Touch(Lease lease, Duration ttr) {
		this(lease, JobRules.checkTtr(ttr), false);
	}

	/**
	 * Report that the handler has begun.
	 * @param lease the lease, whose end stays
	 * @return the touch
	 */
	public static Touch started(Lease lease) {
		return new Touch(lease, Duration.ZERO, false);
	}

	/**
	 * Report that the handler will not be done when the lease ends.
	 * @param lease the lease, whose end stays
	 * @return the touch
	 */
	public static Touch overdue(Lease lease) {
		return new Touch(lease, Duration.ZERO, true);
	}

}
