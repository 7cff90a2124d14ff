// SPDX-License-Identifier: Apache-2.0

package io.delay.store.admin;

import java.time.Duration;
import java.time.Instant;

import org.springframework.util.Assert;

import io.delay.job.JobRules;

/**
 * Requests the number of waiting jobs of a topic that become due in each of several
 * consecutive intervals of equal length.
 *
 * @param from the start of the first interval, not before 1970; fractions of a
 * millisecond are dropped
 * @param interval the length of an interval, at least a millisecond; fractions of a
 * millisecond are dropped
 * @param intervals the number of intervals, 1 to {@value #MAX_INTERVALS}
 * @since 0.1.0
 */
public record ForecastRequest(String topic, Instant from, Duration interval, int intervals) {

	/**
	 * The maximum number of intervals per call.
	 */
	public static final int MAX_INTERVALS = 1000;

	public ForecastRequest {
		JobRules.checkTopic(topic);
		Assert.notNull(from, "'from' must not be null");
		Assert.notNull(interval, "'interval' must not be null");
		Assert.isTrue(!from.isBefore(Instant.EPOCH), () -> "A forecast from " + from + " must not begin before 1970");
		Assert.isTrue(interval.compareTo(Duration.ofMillis(1)) >= 0,
				() -> "Interval " + interval + " must be a millisecond or longer");
		JobRules.checkDueTime(from);
		JobRules.checkDelay(interval);
		Assert.isTrue(intervals >= 1 && intervals <= MAX_INTERVALS,
				() -> "Number of intervals " + intervals + " must be 1 to " + MAX_INTERVALS);
		JobRules.checkDueTime(from.plus(interval.multipliedBy(intervals)));
	}

}
