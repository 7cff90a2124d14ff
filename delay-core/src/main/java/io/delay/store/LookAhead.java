// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;

import org.springframework.util.Assert;

/**
 * Determines which jobs a reserve may return before they are due, so that their consumer
 * holds them until then. The lease of such a job begins when the job is due. Until
 * {@link #MARGIN} before that, the job counts as delayed: it can be rescheduled,
 * replaced, cancelled, buried or purged like any delayed job, which makes the lease void.
 * Therefore its consumer must check the lease after that moment, see
 * {@link JobStore#check}. A pause of the topic does not concern such a job.
 *
 * @param window the longest time until a returned job is due, zero to
 * {@link #MAX_WINDOW}, in whole milliseconds
 * @param limit the maximum number of jobs to return before they are due, zero or more
 * @since 0.1.0
 */
public record LookAhead(Duration window, int limit) {

	/**
	 * The longest window.
	 */
	public static final Duration MAX_WINDOW = Duration.ofSeconds(1);

	/**
	 * How long before its due time a returned job begins to count as reserved, so that
	 * its consumer can verify in time that the lease is still valid.
	 */
	public static final Duration MARGIN = Duration.ofMillis(3);

	/**
	 * Allows no job to be returned before it is due.
	 */
	public static final LookAhead NONE = new LookAhead(Duration.ZERO, 0);

	public LookAhead {
		Assert.notNull(window, "'window' must not be null");
		Duration given = window;
		Assert.isTrue(!given.isNegative() && given.compareTo(MAX_WINDOW) <= 0,
				() -> "Window " + given + " must be zero to " + MAX_WINDOW.toMillis() + " ms");
		Assert.isTrue(given.toNanosPart() % 1_000_000 == 0,
				() -> "Window " + given + " must consist of whole milliseconds");
		Assert.isTrue(limit >= 0, () -> "Limit " + limit + " must not be negative");
	}

	/**
	 * Return how long before the next event a consumer must reserve, so that the reply
	 * arrives in time: {@link #MARGIN}, or half of the window if that is shorter.
	 * @return the time, zero if no job may be returned before it is due
	 */
	public Duration lead() {
		if (isNone()) {
			return Duration.ZERO;
		}
		Duration half = this.window.dividedBy(2);
		return (half.compareTo(MARGIN) < 0) ? half : MARGIN;
	}

	/**
	 * Whether no job may be returned before it is due.
	 * @return {@code true} if the window or the limit is zero
	 */
	public boolean isNone() {
		return this.limit == 0 || this.window.isZero();
	}

}
