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

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.mark.Heads;
import io.delay.jdbc.mark.LowWaterMarks;
import io.delay.jdbc.mark.Reach;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.Place;

/**
 * Reads the heads of a topic in one transaction, from the low-water marks on, and sets
 * the marks after the commit.
 */
final class HeadReader {

	/** Longer than the usual time until the leases are read again. */
	static final Duration END_SOON = Works.SHORT_POLL.plusSeconds(1);

	private final LowWaterMarks marks;

	private final String topic;

	private final LowWaterMarks.Read read;

	private final List<JobRange> ranges = new ArrayList<>();

	/**
	 * Begin to read.
	 * @param work the transaction
	 * @param memory the marks
	 * @param topic the topic
	 * @param least how far this thread must read
	 * @param most how far this thread may read
	 */
	HeadReader(Work work, TopicMemory memory, String topic, Reach least, Reach most) {
		this.marks = memory.marks();
		this.topic = topic;
		Instant now = work.time().now();
		this.read = this.marks.begin(topic, now.toEpochMilli(), memory.arrivals(topic), least, most);
		for (int i = 0; i < Heads.PLACES.size(); i++) {
			this.ranges.add(JobRange.of(topic, Heads.PLACES.get(i)).from(this.read.from().get(i)));
		}
		Long endFrom = this.read.endFrom();
		if (endFrom != null) {
			Place.LEASED
				.forEach((place) -> this.ranges.add(JobRange.of(topic, place).from(endFrom).to(now.plus(END_SOON))));
		}
	}

	/**
	 * Read the heads of several topics with one statement.
	 * @param work the transaction
	 * @param memory the marks
	 * @param topics the topics
	 * @param least how far this thread must read
	 * @param most how far this thread may read each topic
	 * @return the heads in the order of the topics
	 */
	static List<Heads> read(Work work, TopicMemory memory, List<String> topics, Reach least,
			Function<String, Reach> most) {
		List<HeadReader> readers = topics.stream()
			.map((topic) -> new HeadReader(work, memory, topic, least, most.apply(topic)))
			.toList();
		List<JobRange> ranges = readers.stream().flatMap((reader) -> reader.ranges.stream()).toList();
		Iterator<@Nullable Instant> found = timed(readers, () -> work.tables().jobs().heads(work.session(), ranges))
			.iterator();
		return readers.stream().map((reader) -> {
			Heads heads = reader.heads(found);
			work.afterwards(() -> reader.committed(heads));
			return heads;
		}).toList();
	}

	/**
	 * Execute a statement that reads the ranges of one or several readers.
	 * @param readers the readers
	 * @param statement the statement
	 * @param <T> the type of its result
	 * @return its result
	 */
	static <T> T timed(List<HeadReader> readers, Supplier<T> statement) {
		long start = System.nanoTime();
		try {
			return statement.get();
		}
		finally {
			Duration duration = Duration.ofNanos(System.nanoTime() - start);
			readers.forEach((reader) -> reader.marks.ended(reader.topic, reader.read, duration));
		}
	}

	/**
	 * Return what must be read.
	 * @return the ranges of jobs
	 */
	List<JobRange> ranges() {
		return this.ranges;
	}

	/**
	 * Return the heads.
	 * @param found the lowest score of each range, followed by others
	 * @return the heads
	 */
	Heads heads(Iterator<@Nullable Instant> found) {
		return Heads.of(this.ranges, found);
	}

	/**
	 * Set the marks once the transaction was committed. One that fails or is repeated has
	 * proved nothing.
	 * @param heads the heads
	 */
	void committed(Heads heads) {
		List<@Nullable Long> numbers = new ArrayList<>();
		for (int place : Heads.PLACES) {
			Instant head = heads.of(place);
			numbers.add((head != null) ? head.toEpochMilli() : null);
		}
		this.marks.found(this.topic, this.read, numbers);
	}

}
