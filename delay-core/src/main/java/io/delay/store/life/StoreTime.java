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

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.delay.job.DueTime;
import io.delay.job.JobRules;

/**
 * The time of the store at one moment. The store uses whole milliseconds and rounds so
 * that no job is early: the current moment is rounded down to decide what is due, and
 * future times are rounded up.
 * <p>
 * Jobs are sorted by their score, the time at which they are ready. While the clock is
 * behind the mark, ready jobs stay ready: scores up to the mark are ready, and scores of
 * one millisecond after the mark or later become ready when the clock reaches them. The
 * scores between these two represent times before the mark that are calculated while the
 * clock is behind: the minute before the mark is mapped to {@value #STEPS} steps within
 * that millisecond, rounded up. Smaller steps could not be represented by the double
 * values by which other stores sort.
 *
 * @param exact the moment reported by the clock
 * @param mark the latest time reported so far, in whole milliseconds; at most
 * {@link #REACH} after the moment
 */
public record StoreTime(Instant exact, Instant mark) {

	/**
	 * The longest time by which the clock may be behind the mark while ready jobs stay
	 * ready.
	 */
	public static final Duration REACH = Duration.ofMinutes(1);

	private static final int STEPS = 4096;

	private static final int NANOS_PER_MILLI = 1_000_000;

	/**
	 * Return the moment rounded down to milliseconds.
	 */
	public Instant now() {
		return this.exact.truncatedTo(ChronoUnit.MILLIS);
	}

	public boolean isBehind() {
		return this.exact.isBefore(this.mark);
	}

	public boolean isPast(Instant time) {
		return !time.isAfter(now());
	}

	public Instant after(Duration delay) {
		return delay.isZero() ? now() : JobRules.roundUp(this.exact).plus(JobRules.roundUp(delay));
	}

	/**
	 * Return the highest score that is ready. Once the clock has reached the mark, all
	 * scores of the millisecond after the mark are ready.
	 */
	public Instant reached() {
		return isBehind() ? after(this.mark, sinceReach(now()) * STEPS / REACH.toMillis()) : after(now(), STEPS - 1);
	}

	public boolean hasReached(Instant score) {
		return !score.isAfter(reached());
	}

	public Instant scoreAfter(Duration delay) {
		return scoreOf(after(delay));
	}

	public Instant scoreOf(DueTime dueTime) {
		if (dueTime instanceof DueTime.At at) {
			return scoreOf(latest(JobRules.roundUp(at.instant()), now()));
		}
		return scoreAfter(((DueTime.After) dueTime).delay());
	}

	/**
	 * Return the score of a job that is ready at a given time.
	 * @param time the time, in whole milliseconds
	 * @return the score
	 */
	public Instant scoreOf(Instant time) {
		if (!isBehind() || time.isAfter(this.mark)) {
			return time;
		}
		long reach = REACH.toMillis();
		return isPast(time) ? reached() : after(this.mark, (sinceReach(time) * STEPS + reach - 1) / reach);
	}

	private long sinceReach(Instant time) {
		return Duration.between(this.mark.minus(REACH), time).toMillis();
	}

	private static Instant after(Instant time, long steps) {
		return time.plusNanos(steps * NANOS_PER_MILLI / STEPS);
	}

	/**
	 * Return the time that a score represents.
	 * @param score the score
	 * @return the time, in whole milliseconds
	 */
	public static Instant timeOf(Instant score) {
		Instant millis = score.truncatedTo(ChronoUnit.MILLIS);
		if (millis.equals(score)) {
			return score;
		}
		long steps = Math.round((double) Duration.between(millis, score).toNanos() * STEPS / NANOS_PER_MILLI);
		return millis.minus(REACH).plusMillis((steps * REACH.toMillis() + STEPS - 1) / STEPS);
	}

	/**
	 * Return the time until a score is ready, with nanosecond precision; zero if it is
	 * already ready.
	 */
	public Duration until(Instant score) {
		if (hasReached(score)) {
			return Duration.ZERO;
		}
		boolean isBehindMark = isBehind() && score.isBefore(this.mark.plusMillis(1));
		return Duration.between(this.exact, isBehindMark ? timeOf(score) : score.truncatedTo(ChronoUnit.MILLIS));
	}

	public static Instant latest(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

}
