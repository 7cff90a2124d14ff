// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.util.TreeMap;

import io.delay.store.life.StoreTime;
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;

/**
 * The counters of a topic. Only the last hour is kept by minute, and the last day by
 * quarter of an hour. If the clock went back, counters of later minutes are kept until
 * their time has come.
 */
final class MemoryCounters {

	private static final int SECONDS_PER_MINUTE = 60;

	private static final int MINUTES_PER_QUARTER = 15;

	// As in Redis, minutes are kept for at least an hour.
	private static final int QUARTERS_IN_MINUTES = 4;

	private final TreeMap<Long, JobCounts> minutes = new TreeMap<>();

	private final TreeMap<Long, JobCounts> quarters = new TreeMap<>();

	void count(JobCounts counts, StoreTime time) {
		long minute = Math.floorDiv(time.exact().getEpochSecond(), SECONDS_PER_MINUTE);
		long quarter = minute / MINUTES_PER_QUARTER;
		this.minutes.merge(minute, counts, JobCounts::plus);
		this.minutes.headMap((quarter - QUARTERS_IN_MINUTES) * MINUTES_PER_QUARTER).clear();
		this.quarters.merge(quarter, counts, JobCounts::plus);
		this.quarters.headMap(quarter - TopicThroughput.QUARTERS + 1).clear();
	}

	TopicThroughput throughput(StoreTime time) {
		return TopicThroughput.at(time.exact(), (minute) -> this.minutes.getOrDefault(minute, JobCounts.NONE),
				(quarter) -> this.quarters.getOrDefault(quarter, JobCounts.NONE));
	}

}
