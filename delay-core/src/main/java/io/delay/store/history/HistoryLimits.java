// SPDX-License-Identifier: Apache-2.0

package io.delay.store.history;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Limits for the finished runs of a topic. They are approximate: the oldest runs beyond
 * the limits are removed in blocks once others were added.
 *
 * @param maxCount about how many runs are kept, 0 to {@value #MAX_COUNT}, where 0 keeps
 * none; {@code null} if it is not set
 * @param maxAge how long runs are kept, from a millisecond to 365,000 days; {@code null}
 * if it is not set
 * @param payloads whether the payloads and headers of the jobs are kept; {@code null} if
 * it is not set
 * @since 0.1.0
 */
public record HistoryLimits(@Nullable Integer maxCount, @Nullable Duration maxAge, @Nullable Boolean payloads) {

	/**
	 * The largest number of runs of a topic, which also applies if only the age is
	 * limited.
	 */
	public static final int MAX_COUNT = 1_000_000;

	/**
	 * Limits that set nothing, so no runs are kept.
	 */
	public static final HistoryLimits NONE = new HistoryLimits(null, null, null);

	private static final int MAX_AGE_DAYS = 365_000;

	public HistoryLimits {
		Assert.isTrue(maxCount == null || (maxCount >= 0 && maxCount <= MAX_COUNT),
				() -> "Max count " + maxCount + " of finished runs must be 0 to " + MAX_COUNT);
		Assert.isTrue(maxAge == null || maxAge.compareTo(Duration.ofMillis(1)) >= 0,
				() -> "Max age " + maxAge + " of finished runs must be a millisecond or longer");
		Assert.isTrue(maxAge == null || maxAge.compareTo(Duration.ofDays(MAX_AGE_DAYS)) <= 0,
				() -> "Max age " + maxAge + " of finished runs must be at most " + MAX_AGE_DAYS + " days");
	}

	/**
	 * Whether runs are kept.
	 * @return {@code true} if the count or the age is limited and the count is not 0
	 */
	public boolean isOn() {
		return (this.maxCount != null) ? this.maxCount > 0 : this.maxAge != null;
	}

	/**
	 * Return the maximum number of runs.
	 * @return the number, {@value #MAX_COUNT} if it is not set
	 */
	public int count() {
		return (this.maxCount != null) ? this.maxCount : MAX_COUNT;
	}

	/**
	 * Whether the payloads and headers of the jobs are kept.
	 * @return {@code false} if it is not set
	 */
	public boolean withPayloads() {
		return Boolean.TRUE.equals(this.payloads);
	}

	/**
	 * Return these limits, completed by others where they are not set.
	 * @param general the other limits
	 * @return the limits
	 */
	public HistoryLimits orElse(HistoryLimits general) {
		return new HistoryLimits((this.maxCount != null) ? this.maxCount : general.maxCount(),
				(this.maxAge != null) ? this.maxAge : general.maxAge(),
				(this.payloads != null) ? this.payloads : general.payloads());
	}

}
