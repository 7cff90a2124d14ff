// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import org.springframework.util.Assert;

import io.delay.job.JobRules;
import io.delay.store.admin.ForecastRequest;

/**
 * A period that is divided into intervals.
 */
record ForecastRange(ForecastRequest request) {

	static ForecastRange of(String topic, Instant from, Instant to, Duration interval) {
		JobRules.checkTopic(topic);
		Assert.notNull(from, "'from' must not be null");
		Assert.notNull(to, "'to' must not be null");
		Assert.notNull(interval, "'interval' must not be null");
		String range = "from " + from + " to " + to;
		Assert.isTrue(!from.isBefore(Instant.EPOCH), () -> "A forecast " + range + " must not begin before 1970");
		Assert.isTrue(from.isBefore(to), () -> "A forecast " + range + " must end after it begins");
		JobRules.checkDueTime(to);
		Assert.isTrue(interval.compareTo(Duration.ofMillis(1)) >= 0,
				() -> "Interval " + interval + " must be a millisecond or longer");
		long millis = millis(from, to);
		Assert.isTrue(interval.compareTo(Duration.ofMillis(millis)) <= 0,
				() -> "Interval " + interval + " must not be longer than the forecast " + range);
		long intervals = divideUp(millis, interval.toMillis());
		Assert.isTrue(intervals <= ForecastRequest.MAX_INTERVALS,
				() -> "A forecast " + range + " has " + intervals + " intervals of " + interval + "; the maximum is "
						+ ForecastRequest.MAX_INTERVALS + ". Use intervals of "
						+ Duration.ofMillis(divideUp(millis, ForecastRequest.MAX_INTERVALS)) + " or longer");
		return new ForecastRange(new ForecastRequest(topic, from, interval, (int) intervals));
	}

	// Fractions of a millisecond are ignored; otherwise a forecast of one day in hourly
	// intervals could have a 25th interval
	private static long millis(Instant from, Instant to) {
		return Math.max(to.toEpochMilli() - from.toEpochMilli(), 1);
	}

	private static long divideUp(long number, long divisor) {
		return (number + divisor - 1) / divisor;
	}

	List<ForecastInterval> due(List<Long> numbers) {
		return IntStream.range(0, numbers.size())
			.mapToObj((i) -> new ForecastInterval(begin(i), begin(i + 1), numbers.get(i)))
			.toList();
	}

	private Instant begin(int interval) {
		return Instant.ofEpochMilli(this.request.from().toEpochMilli() + interval * this.request.interval().toMillis());
	}

}
