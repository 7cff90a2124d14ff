// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.record;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;

/**
 * The counters of the partitions of a topic as the scripts store them, see
 * {@code _count.lua}. Fields that cannot be read are ignored.
 */
public final class JobCounters {

	private static final int MINUTES_PER_QUARTER = 15;

	private static final Pattern FIELD = Pattern.compile("(q?)(\\d{1,15})([shldfbc])");

	private final Map<Long, JobCounts> minutes = new HashMap<>();

	private final Map<Long, JobCounts> quarters = new HashMap<>();

	public void add(String field, String value) {
		Matcher matcher = FIELD.matcher(field);
		if (matcher.matches()) {
			long number = Long.parseLong(matcher.group(2));
			JobCounts counts = counts(matcher.group(3).charAt(0), Long.parseLong(value));
			if (matcher.group(1).isEmpty()) {
				this.minutes.merge(number, counts, JobCounts::plus);
				number /= MINUTES_PER_QUARTER;
			}
			this.quarters.merge(number, counts, JobCounts::plus);
		}
	}

	private static JobCounts counts(char name, long number) {
		return switch (name) {
			case 's' -> new JobCounts(number, 0, 0, 0, 0, 0, Duration.ZERO);
			case 'h' -> new JobCounts(0, number, 0, 0, 0, 0, Duration.ZERO);
			case 'd' -> new JobCounts(0, 0, number, 0, 0, 0, Duration.ZERO);
			case 'f' -> new JobCounts(0, 0, 0, number, 0, 0, Duration.ZERO);
			case 'b' -> new JobCounts(0, 0, 0, 0, number, 0, Duration.ZERO);
			case 'c' -> new JobCounts(0, 0, 0, 0, 0, number, Duration.ZERO);
			default -> new JobCounts(0, 0, 0, 0, 0, 0, Duration.ofMillis(number));
		};
	}

	public TopicThroughput throughput(Instant now) {
		return TopicThroughput.at(now, (minute) -> this.minutes.getOrDefault(minute, JobCounts.NONE),
				(quarter) -> this.quarters.getOrDefault(quarter, JobCounts.NONE));
	}

}
