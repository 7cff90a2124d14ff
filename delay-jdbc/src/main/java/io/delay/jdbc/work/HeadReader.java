// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.mark.Heads;
import io.delay.jdbc.mark.LowWaterMarks;
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

	HeadReader(Work work, TopicMemory memory, String topic, boolean recent, boolean sweeping) {
		this.marks = memory.marks();
		this.topic = topic;
		Instant now = work.time().now();
		this.read = this.marks.begin(topic, now.toEpochMilli(), memory.arrivals(topic), recent, sweeping);
		for (int i = 0; i < Heads.PLACES.size(); i++) {
			this.ranges.add(JobRange.of(topic, Heads.PLACES.get(i)).from(this.read.from().get(i)));
		}
		Long endFrom = this.read.endFrom();
		if (endFrom != null) {
			Place.LEASED
				.forEach((place) -> this.ranges.add(JobRange.of(topic, place).from(endFrom).to(now.plus(END_SOON))));
		}
	}

	static List<Heads> read(Work work, TopicMemory memory, List<String> topics, Predicate<String> sweeping) {
		List<HeadReader> readers = topics.stream()
			.map((topic) -> new HeadReader(work, memory, topic, true, sweeping.test(topic)))
			.toList();
		List<JobRange> ranges = readers.stream().flatMap((reader) -> reader.ranges.stream()).toList();
		Iterator<@Nullable Instant> found = work.tables().jobs().heads(work.session(), ranges).iterator();
		return readers.stream().map((reader) -> {
			Heads heads = reader.heads(found);
			work.afterwards(() -> reader.committed(heads));
			return heads;
		}).toList();
	}

	List<JobRange> ranges() {
		return this.ranges;
	}

	Heads heads(Iterator<@Nullable Instant> found) {
		return Heads.of(this.ranges, found);
	}

	// Only after the commit: a transaction that fails or is repeated has proved nothing
	void committed(Heads heads) {
		List<@Nullable Long> numbers = new ArrayList<>();
		for (int place : Heads.PLACES) {
			Instant head = heads.of(place);
			numbers.add((head != null) ? head.toEpochMilli() : null);
		}
		this.marks.found(this.topic, this.read, numbers);
	}

}
