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

package io.delay.listener.dispatch;

import java.util.concurrent.TimeUnit;

/**
 * How many jobs to hold beyond those at work, so that workers do not wait for the store:
 * as many as they will have handled within a few milliseconds, by what the last ones
 * took. None before the first was handled, and none for slow handlers. Not thread-safe.
 */
final class Prefetch {

	/** A round trip to the store and the time that it needs for a batch. */
	private static final long HORIZON = TimeUnit.MILLISECONDS.toNanos(5);

	private static final int MAX_JOBS = 200;

	/** How much the last job counts. */
	private static final double WEIGHT = 1.0 / 16;

	/** From the end of one job to that of the next, whichever worker has it. */
	private double average = Double.POSITIVE_INFINITY;

	/**
	 * How many jobs to hold beyond those at work.
	 * @return zero or more
	 */
	int size() {
		return (int) Math.min(MAX_JOBS, HORIZON / this.average);
	}

	/**
	 * Note that a job was handled.
	 * @param nanos how long that took
	 * @param atWork how many workers were at work, with its own: an executor may have
	 * fewer threads than the listener has concurrency
	 */
	void handled(long nanos, int atWork) {
		double taken = Math.max(1.0, nanos) / atWork;
		this.average = Double.isInfinite(this.average) ? taken : this.average + WEIGHT * (taken - this.average);
	}

	/**
	 * Note that what is held was not handled in time.
	 */
	void tooMany() {
		this.average = Math.max(this.average, 2.0 * HORIZON);
	}

}
