// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.springframework.util.Assert;

/**
 * How many jobs of a topic may be delivered in a unit of time, by all instances together.
 * After a time without deliveries, as many jobs as the limit allows in one second can be
 * delivered at once, and at least one per partition.
 *
 * @param jobs the number of deliveries, 1 to {@value #MAX_JOBS}
 * @param unit the unit of time: seconds, minutes or hours
 * @since 0.1.0
 */
public record RateLimit(int jobs, ChronoUnit unit) {

	/**
	 * The maximum number of deliveries in a unit of time.
	 */
	public static final int MAX_JOBS = 1_000_000;

	private static final Pattern TEXT = Pattern.compile("\\s*(\\d{1,7})\\s*/\\s*([smh])\\s*");

	public RateLimit {
		Assert.isTrue(jobs >= 1 && jobs <= MAX_JOBS, () -> "Rate limit " + jobs + " must be 1 to " + MAX_JOBS);
		Assert.isTrue(unit == ChronoUnit.SECONDS || unit == ChronoUnit.MINUTES || unit == ChronoUnit.HOURS,
				() -> "Unit " + unit + " of a rate limit must be seconds, minutes or hours");
	}

	/**
	 * Parse a rate limit.
	 * @param text the number of deliveries, a slash and {@code s}, {@code m} or
	 * {@code h}, for instance {@code 100/s}
	 * @return the rate limit
	 * @throws IllegalArgumentException if the text has a different form or the number is
	 * out of range
	 */
	public static RateLimit of(String text) {
		Assert.notNull(text, "'text' must not be null");
		Matcher matcher = TEXT.matcher(text);
		if (!matcher.matches()) {
			throw new IllegalArgumentException("Rate limit '" + text
					+ "' must be a number of jobs per second, minute or hour, such as 100/s, 10/m or 1/h");
		}
		ChronoUnit unit = switch (matcher.group(2)) {
			case "s" -> ChronoUnit.SECONDS;
			case "m" -> ChronoUnit.MINUTES;
			default -> ChronoUnit.HOURS;
		};
		return new RateLimit(Integer.parseInt(matcher.group(1)), unit);
	}

	/**
	 * Return the time between two deliveries at this rate, rounded up so that the rate is
	 * not exceeded.
	 * @return the time, at least one microsecond
	 */
	public Duration interval() {
		return this.unit.getDuration().plusNanos(this.jobs - 1L).dividedBy(this.jobs);
	}

	/**
	 * Return the text that {@link #of} accepts.
	 */
	@Override
	public String toString() {
		return this.jobs + "/" + switch (this.unit) {
			case SECONDS -> "s";
			case MINUTES -> "m";
			default -> "h";
		};
	}

}
