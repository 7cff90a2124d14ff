// SPDX-License-Identifier: Apache-2.0

package io.delay.store.throughput;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.LongStream;

/**
 * The counts of a topic in the last hour and the last day, in all applications together.
 * The last interval of each list is the current one, which has not ended yet. An event
 * counts in the interval in which it happened, according to the store's clock.
 *
 * @param minutes the last {@value #MINUTES} minutes in chronological order
 * @param quarters the last {@value #QUARTERS} quarters of an hour in chronological order,
 * aligned to the hours of UTC
 * @since 0.1.0
 */
public record TopicThroughput(List<Interval> minutes, List<Interval> quarters) {

	/**
	 * The number of minutes.
	 */
	public static final int MINUTES = 60;

	/**
	 * The number of quarters of an hour.
	 */
	public static final int QUARTERS = 96;

	private static final Duration MINUTE = Duration.ofMinutes(1);

	private static final Duration QUARTER = Duration.ofMinutes(15);

	public TopicThroughput {
		minutes = List.copyOf(minutes);
		quarters = List.copyOf(quarters);
	}

	/**
	 * Create the throughput. The intervals are numbered from 1970 on.
	 * @param now the current time of the store
	 * @param minutes returns the counts of the minute with a number
	 * @param quarters returns the counts of the quarter of an hour with a number
	 * @return the throughput
	 */
	public static TopicThroughput at(Instant now, LongFunction<JobCounts> minutes, LongFunction<JobCounts> quarters) {
		return new TopicThroughput(intervals(now, MINUTE, MINUTES, minutes),
				intervals(now, QUARTER, QUARTERS, quarters));
	}

	private static List<Interval> intervals(Instant now, Duration length, int number, LongFunction<JobCounts> counts) {
		long last = Math.floorDiv(now.getEpochSecond(), length.toSeconds());
		return LongStream.rangeClosed(last - number + 1, last)
			.mapToObj((interval) -> new Interval(start(interval, length), start(interval + 1, length),
					counts.apply(interval)))
			.toList();
	}

	private static Instant start(long interval, Duration length) {
		return Instant.ofEpochSecond(interval * length.toSeconds());
	}

	/**
	 * The counts of a topic in one interval, in all partitions together.
	 *
	 * @param from the start of the interval, inclusive
	 * @param to the end of the interval, exclusive; in the future for the current
	 * interval
	 * @param counts the counts of the interval
	 */
	public record Interval(Instant from, Instant to, JobCounts counts) {

	}

}
