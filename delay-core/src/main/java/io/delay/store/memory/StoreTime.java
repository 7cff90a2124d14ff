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

package io.delay.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.delay.job.DueTime;

/**
 * The store's clock at one moment. The store counts in whole milliseconds and always to
 * the side on which nothing is early: what is due is decided by the moment rounded down,
 * what lies ahead is rounded up.
 *
 * @param exact the moment as the clock gave it
 */
record StoreTime(Instant exact) {

	/**
	 * Now, rounded down.
	 */
	Instant now() {
		return this.exact.truncatedTo(ChronoUnit.MILLIS);
	}

	boolean hasReached(Instant time) {
		return !time.isAfter(now());
	}

	Instant after(Duration delay) {
		return delay.isZero() ? now() : roundUp(this.exact).plus(roundUp(delay));
	}

	Instant of(DueTime dueTime) {
		if (dueTime instanceof DueTime.At at) {
			return notBeforeNow(roundUp(at.instant()));
		}
		return after(((DueTime.After) dueTime).delay());
	}

	Instant notBeforeNow(Instant time) {
		return latest(time, now());
	}

	/**
	 * How long until then, to the nanosecond; zero if it has passed.
	 */
	Duration until(Instant time) {
		return Duration.between(this.exact, latest(time, this.exact));
	}

	static Instant latest(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

	static Duration roundUp(Duration duration) {
		Duration rounded = duration.truncatedTo(ChronoUnit.MILLIS);
		return rounded.equals(duration) ? rounded : rounded.plusMillis(1);
	}

	private static Instant roundUp(Instant instant) {
		Instant rounded = instant.truncatedTo(ChronoUnit.MILLIS);
		return rounded.equals(instant) ? rounded : rounded.plusMillis(1);
	}

}
