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

package io.delay.jdbc.mark;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.delay.jdbc.table.Place;

/**
 * The low-water marks of one topic.
 *
 * @param marks the mark of each place, in the order of {@link Heads#PLACES}
 * @param read the read that began last
 * @param recentAt the {@link System#nanoTime()} at which a recent read last began
 * @param beginning the reads from the beginning
 * @param seen the score of the time of the store at which the last recent read began that
 * was committed
 * @param arrivals the notifications whose jobs were looked for
 */
record TopicMarks(List<Mark> marks, LowWaterMarks.Read read, long recentAt, RepeatedRead beginning, long seen,
		long arrivals) {

	/** Longer than nearly all transactions that submit are open. */
	private static final long LONG_SUBMIT = Duration.ofSeconds(2).toMillis();

	/**
	 * Longer than most transactions that submit are open. It is shorter, because each
	 * read of an empty place walks through the entries of this time.
	 */
	private static final long SUBMIT = Duration.ofSeconds(1).toMillis();

	static TopicMarks first(long number, long nanos, long now, long arrivals) {
		List<Long> zero = Heads.PLACES.stream().map((place) -> 0L).toList();
		LowWaterMarks.Read read = new LowWaterMarks.Read(number, zero, null, zero, Reach.BEGINNING, now, arrivals);
		return new TopicMarks(zero.stream().map(Mark::new).toList(), read, nanos, RepeatedRead.first(nanos), now, 0);
	}

	TopicMarks begin(long number, long nanos, long now, long present, Reach least, Reach most) {
		Reach reach = reach(nanos, least, most);
		boolean arrived = most != Reach.MARK && present != this.arrivals;
		long recent = Math.min(this.seen, now) - LONG_SUBMIT;
		List<Long> before = this.marks.stream().map(Mark::score).toList();
		List<Long> from = IntStream.range(0, before.size())
			.mapToObj((i) -> from(i, before.get(i), reach, arrived, recent))
			.toList();
		LowWaterMarks.Read next = new LowWaterMarks.Read(number, from, (reach == Reach.RECENT) ? recent : null, before,
				reach, now, arrived ? present : null);
		return new TopicMarks(this.marks.stream().map(Mark::begin).toList(), next,
				(reach != Reach.MARK) ? nanos : this.recentAt,
				(reach == Reach.BEGINNING) ? this.beginning.begun(nanos) : this.beginning, this.seen, this.arrivals);
	}

	private Reach reach(long nanos, Reach least, Reach most) {
		boolean isMine = (most == Reach.BEGINNING) ? this.beginning.isDue(nanos)
				: most == Reach.RECENT && this.beginning.isOverdue(nanos);
		if (isMine) {
			return Reach.BEGINNING;
		}
		boolean recentDue = nanos - this.recentAt > RepeatedRead.SHORTEST_PAUSE;
		return (most != Reach.MARK && recentDue) ? Reach.RECENT : least;
	}

	private static long from(int index, long mark, Reach reach, boolean arrived, long recent) {
		if (reach == Reach.BEGINNING) {
			return 0;
		}
		return (!isLeased(index) && (reach == Reach.RECENT || arrived)) ? Math.min(mark, recent) : mark;
	}

	TopicMarks ended(LowWaterMarks.Read other, long nanos, Duration duration) {
		return (other.reach() == Reach.BEGINNING) ? new TopicMarks(this.marks, this.read, this.recentAt,
				this.beginning.ended(nanos, duration), this.seen, this.arrivals) : this;
	}

	TopicMarks found(LowWaterMarks.Read other, List<@Nullable Long> heads) {
		boolean last = other.number() == this.read.number();
		List<Mark> found = IntStream.range(0, heads.size())
			.mapToObj((i) -> last ? this.marks.get(i).raised(score(other, i, heads.get(i)))
					: this.marks.get(i).overtaken(other.marks().get(i), heads.get(i)))
			.toList();
		return new TopicMarks(found, this.read, this.recentAt, this.beginning,
				(other.reach() != Reach.MARK) ? other.now() : this.seen,
				(other.arrivals() != null) ? other.arrivals() : this.arrivals);
	}

	// Until which score an empty place need not be read. Jobs that other instances submit
	// become ready later, unless their transactions take long. Their leases end at any
	// time, and recent reads find these.
	private static long score(LowWaterMarks.Read read, int index, @Nullable Long head) {
		if (head != null) {
			return head;
		}
		return isLeased(index) ? Long.MAX_VALUE : read.now() - SUBMIT;
	}

	private static boolean isLeased(int index) {
		return Place.LEASED.contains(Heads.PLACES.get(index));
	}

	TopicMarks lowered(int place, long score) {
		int index = Heads.PLACES.indexOf(place);
		return new TopicMarks(IntStream.range(0, this.marks.size())
			.mapToObj((i) -> (i == index) ? this.marks.get(i).lowered(score) : this.marks.get(i))
			.toList(), this.read, this.recentAt, this.beginning, this.seen, this.arrivals);
	}

	/**
	 * The mark of a place.
	 *
	 * @param score the score below which there are no jobs
	 * @param written the lowest score that was written since a thread last began to read,
	 * which it may not have seen
	 */
	record Mark(long score, long written) {

		Mark(long score) {
			this(score, Long.MAX_VALUE);
		}

		Mark begin() {
			return new Mark(this.score);
		}

		Mark raised(long head) {
			return new Mark(Math.min(head, this.written), this.written);
		}

		// A thread that another has overtaken may have found what the other does not read
		Mark overtaken(long before, @Nullable Long head) {
			return (head != null && head < before) ? lowered(head) : this;
		}

		Mark lowered(long other) {
			return new Mark(Math.min(this.score, other), Math.min(this.written, other));
		}

	}

}
