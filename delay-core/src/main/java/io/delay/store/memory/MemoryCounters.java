/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.store.memory;

import java.util.Iterator;
import java.util.Map;
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

	/** The counters of the present minute, and of later ones after a step back. */
	private final Map<Long, JobCounts> present = new TreeMap<>();

	private final Slot[] minutes = new Slot[TopicThroughput.MINUTES];

	private final Slot[] quarters = new Slot[TopicThroughput.QUARTERS];

	void count(JobCounts counts, StoreTime time) {
		long minute = minuteOf(time);
		for (Iterator<Map.Entry<Long, JobCounts>> all = this.present.entrySet().iterator(); all.hasNext();) {
			Map.Entry<Long, JobCounts> earlier = all.next();
			if (earlier.getKey() < minute) {
				add(this.minutes, earlier.getKey(), minute, earlier.getValue());
				add(this.quarters, quarterOf(earlier.getKey()), quarterOf(minute), earlier.getValue());
				all.remove();
			}
		}
		this.present.merge(minute, counts, JobCounts::plus);
	}

	// A slot in the future was written with a clock that was ahead
	private static void add(Slot[] slots, long number, long present, JobCounts counts) {
		int index = (int) (number % slots.length);
		Slot slot = slots[index];
		if (slot != null && slot.number() == number) {
			slots[index] = new Slot(number, slot.counts().plus(counts));
		}
		else if (slot == null || slot.number() < number || slot.number() > present) {
			slots[index] = new Slot(number, counts);
		}
	}

	TopicThroughput throughput(StoreTime time) {
		return TopicThroughput.at(time.exact(),
				(minute) -> in(this.minutes, minute).plus(this.present.getOrDefault(minute, JobCounts.NONE)),
				(quarter) -> in(this.quarters, quarter).plus(presentOf(quarter)));
	}

	private static JobCounts in(Slot[] slots, long number) {
		Slot slot = slots[(int) (number % slots.length)];
		return (slot != null && slot.number() == number) ? slot.counts() : JobCounts.NONE;
	}

	private JobCounts presentOf(long quarter) {
		return this.present.entrySet()
			.stream()
			.filter((minute) -> quarterOf(minute.getKey()) == quarter)
			.map(Map.Entry::getValue)
			.reduce(JobCounts.NONE, JobCounts::plus);
	}

	private static long minuteOf(StoreTime time) {
		return Math.floorDiv(time.exact().getEpochSecond(), SECONDS_PER_MINUTE);
	}

	private static long quarterOf(long minute) {
		return minute / MINUTES_PER_QUARTER;
	}

	/**
	 * The counters of a minute or a quarter of an hour.
	 *
	 * @param number the number of the minute or quarter since 1970
	 * @param counts the counters
	 */
	private record Slot(long number, JobCounts counts) {

	}

}
