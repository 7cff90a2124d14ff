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
import io.delay.job.JobRules;

/**
 * The store's clock at one moment. The store counts in whole milliseconds and always to
 * the side on which nothing is early: what is due is decided by the moment rounded down,
 * what lies ahead is rounded up.
 * <p>
 * Jobs are sorted by their score, which is the time at which they are ready. While the
 * clock is behind the mark, what was ready stays ready: scores up to the mark mean
 * nothing else, and those from one millisecond behind it on wait for the clock. What is
 * counted meanwhile and comes before the mark has a score between the two, into which the
 * minute before the mark is mapped in {@value #STEPS} steps, rounded up. A double, by
 * which other stores sort, cannot count in smaller ones.
 *
 * @param exact the moment as the clock gave it
 * @param mark how far time had come, in whole milliseconds; at most {@link #REACH} after
 * the moment
 */
record StoreTime(Instant exact, Instant mark) {

	/** For how long what was ready stays ready. */
	static final Duration REACH = Duration.ofMinutes(1);

	private static final int STEPS = 4096;

	private static final int NANOS_PER_MILLI = 1_000_000;

	/**
	 * Now, rounded down.
	 */
	Instant now() {
		return this.exact.truncatedTo(ChronoUnit.MILLIS);
	}

	boolean isBehind() {
		return this.exact.isBefore(this.mark);
	}

	boolean isPast(Instant time) {
		return !time.isAfter(now());
	}

	Instant after(Duration delay) {
		return delay.isZero() ? now() : JobRules.roundUp(this.exact).plus(JobRules.roundUp(delay));
	}

	/**
	 * The highest score that is ready.
	 */
	Instant reached() {
		return isBehind() ? behindMark(sinceReach(now()) * STEPS / REACH.toMillis()) : now();
	}

	boolean hasReached(Instant score) {
		return !score.isAfter(reached());
	}

	Instant scoreAfter(Duration delay) {
		return scoreOf(after(delay));
	}

	Instant scoreOf(DueTime dueTime) {
		if (dueTime instanceof DueTime.At at) {
			return scoreOf(latest(JobRules.roundUp(at.instant()), now()));
		}
		return scoreAfter(((DueTime.After) dueTime).delay());
	}

	/**
	 * By what a job is sorted that is ready at that time.
	 * @param time the time, in whole milliseconds
	 * @return the score
	 */
	Instant scoreOf(Instant time) {
		if (!isBehind() || time.isAfter(this.mark)) {
			return time;
		}
		long reach = REACH.toMillis();
		return isPast(time) ? reached() : behindMark((sinceReach(time) * STEPS + reach - 1) / reach);
	}

	private long sinceReach(Instant time) {
		return Duration.between(this.mark.minus(REACH), time).toMillis();
	}

	private Instant behindMark(long steps) {
		return this.mark.plusNanos(steps * NANOS_PER_MILLI / STEPS);
	}

	/**
	 * What time a score stands for.
	 * @param score the score
	 * @return the time, in whole milliseconds
	 */
	static Instant timeOf(Instant score) {
		Instant millis = score.truncatedTo(ChronoUnit.MILLIS);
		if (millis.equals(score)) {
			return score;
		}
		long steps = Math.round((double) Duration.between(millis, score).toNanos() * STEPS / NANOS_PER_MILLI);
		return millis.minus(REACH).plusMillis((steps * REACH.toMillis() + STEPS - 1) / STEPS);
	}

	/**
	 * How long until a score is ready, to the nanosecond; zero if it is.
	 */
	Duration until(Instant score) {
		if (hasReached(score)) {
			return Duration.ZERO;
		}
		boolean isBehindMark = isBehind() && score.isBefore(this.mark.plusMillis(1));
		return Duration.between(this.exact, isBehindMark ? timeOf(score) : JobRules.roundUp(score));
	}

	static Instant latest(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

}
