// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Limits for the failed jobs of a topic: how long they are kept, and how many of them.
 * The oldest jobs are dropped first.
 *
 * @param maxAge how long a job is kept after its burial, from a millisecond to 365,000
 * days, or {@code null} for no limit
 * @param maxCount the maximum number of failed jobs that are kept, zero or more, or
 * {@code null} for no limit
 * @since 0.1.0
 */
public record FailedRetention(@Nullable Duration maxAge, @Nullable Integer maxCount) {

	/**
	 * Keeps all failed jobs.
	 */
	public static final FailedRetention UNLIMITED = new FailedRetention(null, null);

	private static final int MAX_AGE_DAYS = 365_000;

	public FailedRetention {
		Assert.isTrue(maxAge == null || maxAge.compareTo(Duration.ofMillis(1)) >= 0,
				() -> "Max age " + maxAge + " of failed jobs must be a millisecond or longer");
		Assert.isTrue(maxAge == null || maxAge.compareTo(Duration.ofDays(MAX_AGE_DAYS)) <= 0, () -> "Max age " + maxAge
				+ " of failed jobs must be at most " + MAX_AGE_DAYS + " days. Omit the limit to keep them forever");
		Assert.isTrue(maxCount == null || maxCount >= 0,
				() -> "Max count " + maxCount + " of failed jobs must not be negative");
	}

	/**
	 * Whether failed jobs are never dropped.
	 * @return {@code true} if there is neither an age limit nor a count limit
	 */
	public boolean isUnlimited() {
		return this.maxAge == null && this.maxCount == null;
	}

}
