// SPDX-License-Identifier: Apache-2.0

package io.delay.store.life;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

import io.delay.job.DueTime;
import io.delay.job.JobRules;

/**
 * The time of the store at one moment, the later one of its clock and the mark. The store
 * uses whole milliseconds and rounds so that no job is early: the current moment is
 * rounded down to decide what is due, and future times are rounded up. While the clock is
 * behind the mark, as after a failover, the time stands still: ready jobs stay ready, and
 * new delays are late until the clock has caught up.
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

	/** Return the time rounded down to milliseconds. */
	public Instant now() {
		return isBehind() ? this.mark : this.exact.truncatedTo(ChronoUnit.MILLIS);
	}

	public boolean isBehind() {
		return this.exact.isBefore(this.mark);
	}

	public boolean isPast(Instant time) {
		return !time.isAfter(now());
	}

	public Instant after(Duration delay) {
		return delay.isZero() ? now() : latest(JobRules.roundUp(this.exact), this.mark).plus(JobRules.roundUp(delay));
	}

	public Instant of(DueTime dueTime) {
		return (dueTime instanceof DueTime.At at) ? latest(JobRules.roundUp(at.instant()), now())
				: after(((DueTime.After) dueTime).delay());
	}

	/**
	 * Return the time until a job is ready, with nanosecond precision; zero if it is
	 * already ready.
	 */
	public Duration until(Instant time) {
		return isPast(time) ? Duration.ZERO : Duration.between(this.exact, time);
	}

	public static Instant latest(Instant one, Instant other) {
		return one.isAfter(other) ? one : other;
	}

}
