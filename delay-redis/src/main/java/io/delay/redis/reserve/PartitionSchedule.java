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

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * When each partition of a topic is to be asked for jobs: at the next event that it told,
 * at an earlier one that a wake-up told, and at the latest when a safety check is due.
 * Without a subscription to wake-ups nothing is known of what happens between two calls,
 * so that all are to be asked each time. The threads that reserve write what partitions
 * answer, the one that brings the wake-ups what these say.
 */
final class PartitionSchedule {

	/** Not longer than the shortest safety check of a poller, which then asks all. */
	private static final long SAFETY_CHECK = Duration.ofSeconds(12).toNanos();

	/** As long as the longest one, which a look at other partitions puts off. */
	private static final long LATEST_SAFETY_CHECK = Duration.ofSeconds(18).toNanos();

	/** A caller that was told when to come back may be early by some of the way. */
	private static final long SLACK = Duration.ofMillis(1).toNanos();

	private static final Duration LONGEST_WAIT = Duration.ofDays(1);

	private final LongSupplier nanoTime;

	private final long origin;

	private PartitionDeadlines[] entries = {};

	private int subscriptions;

	private long turn;

	PartitionSchedule() {
		this(System::nanoTime);
	}

	PartitionSchedule(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.origin = nanoTime.getAsLong();
	}

	synchronized void subscribed() {
		this.subscriptions++;
	}

	// Whether that was the last one.
	synchronized boolean unsubscribed() {
		this.subscriptions--;
		return this.subscriptions == 0;
	}

	synchronized boolean isSubscribed() {
		return this.subscriptions > 0;
	}

	/**
	 * Which partitions to ask now, those first that were asked longest ago; all if none
	 * is due, for whoever comes then has a reason.
	 * @param partitions how many there are
	 * @return the numbers of those to ask
	 */
	synchronized List<Integer> due(int partitions) {
		if (this.entries.length != partitions) {
			this.entries = Stream.generate(PartitionDeadlines::new)
				.limit(partitions)
				.toArray(PartitionDeadlines[]::new);
		}
		long now = now() + SLACK;
		boolean all = this.subscriptions == 0 || Arrays.stream(this.entries).noneMatch((entry) -> entry.dueAt() <= now);
		return IntStream.range(0, this.entries.length)
			.filter((partition) -> all || this.entries[partition].dueAt() <= now)
			.boxed()
			.sorted(Comparator.comparingLong((partition) -> this.entries[partition].turn()))
			.toList();
	}

	/**
	 * Note that a partition is about to be asked. What wake-ups say from now on may be
	 * about what it does not know yet. Until it has answered it is due for others, too,
	 * for it may have more than one takes.
	 * @param partition its number
	 */
	synchronized void asking(int partition) {
		this.entries[partition].asking(++this.turn);
	}

	// Note that the wait for the answer of a partition is over, whatever became of it.
	synchronized void asked(int partition) {
		this.entries[partition].asked();
	}

	/**
	 * Note what a partition has answered.
	 * @param partition its number
	 * @param nextEvent how long from now until its next event, {@code null} for none
	 */
	synchronized void answered(int partition, @Nullable Duration nextEvent) {
		long now = now();
		this.entries[partition].answered((nextEvent != null) ? after(now, nextEvent) : PartitionDeadlines.NEVER,
				now + SAFETY_CHECK);
	}

	/**
	 * Note that a partition did not answer: it is left alone for a moment.
	 * @param partition its number
	 * @return whether that has just become more than the move of a slot or the like
	 */
	synchronized boolean failed(int partition) {
		boolean before = this.entries[partition].isFailingForLong();
		this.entries[partition].failed(now());
		return !before && this.entries[partition].isFailingForLong();
	}

	// Whether a partition has not answered for more than a moment.
	synchronized boolean isFailingForLong(int partition) {
		return this.entries[partition].isFailingForLong();
	}

	// Whether none of the partitions did answer when it was asked last.
	synchronized boolean isFailing() {
		return Arrays.stream(this.entries).allMatch(PartitionDeadlines::isFailing);
	}

	/**
	 * Note that something will be ready.
	 * @param partition where; a number that there is none of means any
	 * @param delay how long from now
	 */
	synchronized void wakeUp(int partition, Duration delay) {
		long at = after(now(), delay);
		if (partition >= 0 && partition < this.entries.length) {
			this.entries[partition].wakeUp(at);
		}
		else {
			Arrays.stream(this.entries).forEach((entry) -> entry.wakeUp(at));
		}
	}

	/**
	 * How long until the next event that is known of. Safety checks are no events.
	 * @return zero if it has passed, {@code null} if there is none
	 */
	synchronized @Nullable Duration next() {
		if (this.subscriptions == 0) {
			return null;
		}
		long next = Arrays.stream(this.entries)
			.mapToLong(PartitionDeadlines::nextEventAt)
			.min()
			.orElse(PartitionDeadlines.NEVER);
		return (next != PartitionDeadlines.NEVER) ? Duration.ofNanos(Math.max(0, next - now())) : null;
	}

	/**
	 * How long until a partition has to be asked in case a wake-up was lost, for a caller
	 * who has just asked others: its next look may be late for those.
	 * @return zero if that is over
	 */
	synchronized Duration nextSafetyCheck() {
		long oldest = Arrays.stream(this.entries).mapToLong(PartitionDeadlines::safetyCheckAt).min().orElse(0);
		return Duration.ofNanos(Math.max(0, oldest + LATEST_SAFETY_CHECK - SAFETY_CHECK - now()));
	}

	private long now() {
		return this.nanoTime.getAsLong() - this.origin;
	}

	private static long after(long now, Duration delay) {
		return now + ((delay.compareTo(LONGEST_WAIT) < 0) ? delay : LONGEST_WAIT).toNanos();
	}

}
