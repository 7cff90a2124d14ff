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
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.mark.Heads;
import io.delay.jdbc.mark.LowWaterMarks;
import io.delay.jdbc.mark.Reach;
import io.delay.jdbc.session.Session;
import io.delay.jdbc.table.JobRange;
import io.delay.jdbc.table.Place;
import io.delay.jdbc.table.TopicRow;
import io.delay.jdbc.table.TopicTable.TopicHeads;

/**
 * Reads the heads of a topic in one transaction, from the low-water marks on, and sets
 * the marks after the commit.
 */
final class HeadReader {

	/** Longer than the usual time until the leases are read again. */
	static final Duration END_SOON = Works.SHORT_POLL.plusSeconds(1);

	private final Work work;

	private final TopicMemory memory;

	private final String topic;

	/** The topic, {@code null} if it was not read or is not stored. */
	private @Nullable TopicRow row;

	HeadReader(Work work, TopicMemory memory, String topic) {
		this.work = work;
		this.memory = memory;
		this.topic = topic;
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
		return read(work, topics.stream().map((topic) -> {
			HeadReader reader = new HeadReader(work, memory, topic);
			return reader.part(reader.begin(least, most.apply(topic)), null);
		}).toList(), work.tables().jobs()::heads);
	}

	/**
	 * Read the heads.
	 * @param least how far this thread must read
	 * @param most how far this thread may read
	 * @return the heads
	 */
	Heads read(Reach least, Reach most) {
		return read(part(begin(least, most), null), this.work.tables().jobs()::heads);
	}

	/**
	 * Read the heads and the topic.
	 * @param most how far this thread may read
	 * @return the heads
	 */
	Heads readWithTopic(Reach most) {
		return read(part(begin(Reach.MARK, most), null), (session, ranges) -> {
			TopicHeads found = this.work.tables().topics().find(session, this.topic, this.work.tables().jobs(), ranges);
			this.row = found.row();
			return found.scores();
		});
	}

	/**
	 * Return the topic that was read.
	 * @return the topic, {@code null} if it is not stored
	 */
	@Nullable TopicRow row() {
		return this.row;
	}

	/**
	 * Read the heads once more, not above those that were found before.
	 * @param before the heads that were found before, of which another transaction can
	 * have locked jobs
	 * @return the heads
	 */
	Heads again(Heads before) {
		return read(part(begin(Reach.MARK, Reach.MARK), before), this.work.tables().jobs()::heads);
	}

	/**
	 * Return the lowest score of all places after a score.
	 * @param score the score
	 * @return the score, {@code null} if there is none
	 */
	@Nullable Instant nextAfter(Instant score) {
		List<JobRange> ranges = Heads.PLACES.stream()
			.map((place) -> JobRange.of(this.topic, place).behind(score))
			.toList();
		return Heads.lowest(this.work.tables().jobs().heads(this.work.session(), ranges).stream());
	}

	private LowWaterMarks.Read begin(Reach least, Reach most) {
		return marks().begin(this.topic, this.work.time().now().toEpochMilli(), this.memory.arrivals(this.topic), least,
				most);
	}

	private Part part(LowWaterMarks.Read read, @Nullable Heads before) {
		List<JobRange> ranges = new ArrayList<>();
		for (int i = 0; i < Heads.PLACES.size(); i++) {
			ranges.add(
					JobRange.of(this.topic, Heads.PLACES.get(i)).from(Math.min(read.from().get(i), lowest(i, before))));
		}
		Long endFrom = read.endFrom();
		if (endFrom != null) {
			Instant to = this.work.time().now().plus(END_SOON);
			Place.LEASED.forEach((place) -> ranges.add(JobRange.of(this.topic, place).from(endFrom).to(to)));
		}
		return new Part(this, read, ranges);
	}

	private Heads read(Part part, BiFunction<Session, List<JobRange>, List<@Nullable Instant>> statement) {
		return read(this.work, List.of(part), statement).get(0);
	}

	private static List<Heads> read(Work work, List<Part> parts,
			BiFunction<Session, List<JobRange>, List<@Nullable Instant>> statement) {
		long start = System.nanoTime();
		List<@Nullable Instant> found;
		try {
			found = statement.apply(work.session(), parts.stream().flatMap((part) -> part.ranges().stream()).toList());
		}
		finally {
			Duration duration = Duration.ofNanos(System.nanoTime() - start);
			parts.forEach((part) -> part.reader().marks().ended(part.reader().topic, part.read(), duration));
		}
		List<Heads> heads = new ArrayList<>();
		int from = 0;
		for (Part part : parts) {
			int to = from + part.ranges().size();
			heads.add(part.reader().found(part, found.subList(from, to)));
			from = to;
		}
		return heads;
	}

	private Heads found(Part part, List<@Nullable Instant> scores) {
		Heads heads = Heads.of(part.ranges(), scores);
		// A transaction that fails or is repeated has proved nothing
		this.work.afterwards(() -> marks().found(this.topic, part.read(), numbers(heads)));
		return heads;
	}

	private LowWaterMarks marks() {
		return this.memory.marks();
	}

	// What this transaction has written lowers the marks only after the commit
	private long lowest(int index, @Nullable Heads before) {
		Long written = this.work.topic(this.topic).written().get(Heads.PLACES.get(index));
		Instant head = (before != null) ? before.scores().get(index) : null;
		return Math.min((written != null) ? written : Long.MAX_VALUE,
				(head != null) ? head.toEpochMilli() : Long.MAX_VALUE);
	}

	private static List<@Nullable Long> numbers(Heads heads) {
		List<@Nullable Long> numbers = new ArrayList<>();
		for (Instant head : heads.scores()) {
			numbers.add((head != null) ? head.toEpochMilli() : null);
		}
		return numbers;
	}

	/**
	 * The part of a statement that reads the heads of one topic.
	 *
	 * @param reader the reader of the topic
	 * @param read its read
	 * @param ranges the ranges of jobs
	 */
	private record Part(HeadReader reader, LowWaterMarks.Read read, List<JobRange> ranges) {

	}

}
