// SPDX-License-Identifier: Apache-2.0

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
 * Determines when each partition of a topic must be polled: at the next event that it has
 * reported, at an earlier event that a wake-up has reported, and at the latest when a
 * safety check is due. Without a subscription to wake-ups, all partitions must be polled
 * each time. The threads that reserve jobs record the answers of the partitions; the
 * thread that receives the wake-ups records the wake-ups.
 */
final class PartitionSchedule {

	/**
	 * The time from the last reply of a partition until its safety check is due. It is
	 * not longer than the shortest interval between the safety checks of a poller, so
	 * that each safety check of the poller covers all partitions.
	 */
	private static final long SAFETY_CHECK = Duration.ofSeconds(12).toNanos();

	/**
	 * The time from the last reply of a partition until it is polled even if polls of
	 * other partitions have postponed the safety check of the poller. Equal to the
	 * longest interval between those checks.
	 */
	private static final long LATEST_SAFETY_CHECK = Duration.ofSeconds(18).toNanos();

	/** By how much a caller may poll too early, because transit times are estimated. */
	private static final long SLACK = Duration.ofMillis(1).toNanos();

	private static final Duration LONGEST_WAIT = Duration.ofDays(1);

	private final LongSupplier nanoTime;

	private final long origin;

	private Deadlines[] entries = {};

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

	synchronized void unsubscribed() {
		this.subscriptions--;
	}

	synchronized boolean isSubscribed() {
		return this.subscriptions > 0;
	}

	// The least recently polled partitions come first. If none is due, all are returned,
	// because the caller then has another reason to poll
	synchronized List<Integer> due(int partitions, Duration lead) {
		if (this.entries.length != partitions) {
			this.entries = Stream.generate(Deadlines::new).limit(partitions).toArray(Deadlines[]::new);
		}
		long now = now() + SLACK + lead.toNanos();
		boolean all = this.subscriptions == 0 || Arrays.stream(this.entries).noneMatch((entry) -> entry.dueAt() <= now);
		return IntStream.range(0, this.entries.length)
			.filter((partition) -> all || this.entries[partition].dueAt() <= now)
			.boxed()
			.sorted(Comparator.comparingLong((partition) -> this.entries[partition].turn()))
			.toList();
	}

	// Discards earlier wake-ups; later ones may concern jobs that the answer does not
	// include. Until it has answered, the partition remains due for other threads,
	// because it may have more jobs than one call takes. Returns the turn of this poll
	synchronized long beginPoll(int partition) {
		this.entries[partition].beginPoll(++this.turn);
		return this.turn;
	}

	synchronized void endPoll(int partition) {
		this.entries[partition].endPoll();
	}

	synchronized void answered(int partition, long turn, @Nullable Duration nextEvent) {
		long now = now();
		this.entries[partition].answered(turn, (nextEvent != null) ? after(now, nextEvent) : Deadlines.NEVER,
				now + SAFETY_CHECK);
	}

	// Returns whether the partition now fails for longer than during a short outage, such
	// as the move of a slot
	synchronized boolean failed(int partition) {
		boolean before = this.entries[partition].isFailingForLong();
		this.entries[partition].failed(now());
		return !before && this.entries[partition].isFailingForLong();
	}

	synchronized boolean isFailingForLong(int partition) {
		return this.entries[partition].isFailingForLong();
	}

	synchronized boolean isFailing() {
		return Arrays.stream(this.entries).allMatch(Deadlines::isFailing);
	}

	// A number that is not that of a partition means all partitions
	synchronized void wakeUp(int partition, Duration delay) {
		long at = after(now(), delay);
		if (partition >= 0 && partition < this.entries.length) {
			this.entries[partition].wakeUp(at);
		}
		else {
			Arrays.stream(this.entries).forEach((entry) -> entry.wakeUp(at));
		}
	}

	// Safety checks do not count. Returns null if there is no event or no subscription
	synchronized @Nullable Duration next() {
		if (this.subscriptions == 0) {
			return null;
		}
		long next = Arrays.stream(this.entries).mapToLong(Deadlines::nextEventAt).min().orElse(Deadlines.NEVER);
		return (next != Deadlines.NEVER) ? Duration.ofNanos(Math.max(0, next - now())) : null;
	}

	// For a caller that has just polled other partitions, whose own next safety check may
	// be too late
	synchronized Duration nextSafetyCheck() {
		long oldest = Arrays.stream(this.entries).mapToLong(Deadlines::safetyCheckAt).min().orElse(0);
		return Duration.ofNanos(Math.max(0, oldest + LATEST_SAFETY_CHECK - SAFETY_CHECK - now()));
	}

	private long now() {
		return this.nanoTime.getAsLong() - this.origin;
	}

	private static long after(long now, Duration delay) {
		return now + ((delay.compareTo(LONGEST_WAIT) < 0) ? delay : LONGEST_WAIT).toNanos();
	}

	/**
	 * The times at which one partition must be polled, in nanoseconds since an arbitrary
	 * origin. For use under the lock of the schedule.
	 */
	private static final class Deadlines {

		static final long NEVER = Long.MAX_VALUE;

		private static final long FIRST_PAUSE = Duration.ofMillis(50).toNanos();

		private static final long LONGEST_PAUSE = Duration.ofSeconds(1).toNanos();

		/** Zero at first, because the partition may have ready jobs. */
		private long eventAt;

		private long safetyCheckAt;

		private long wakeUpAt = NEVER;

		/** Positive while the partition does not answer, otherwise zero. */
		private long pause;

		private long turn;

		private long answeredTurn;

		private int pollsUnderWay;

		void beginPoll(long turn) {
			this.wakeUpAt = NEVER;
			this.turn = turn;
			this.pollsUnderWay++;
		}

		void endPoll() {
			this.pollsUnderWay--;
		}

		// The answer to an earlier poll may arrive after that to a later one. It then
		// cannot postpone the event, and at worst causes one more poll.
		void answered(long turn, long eventAt, long safetyCheckAt) {
			boolean late = turn < this.answeredTurn;
			this.answeredTurn = Math.max(turn, this.answeredTurn);
			this.eventAt = late ? Math.min(eventAt, this.eventAt) : eventAt;
			this.safetyCheckAt = safetyCheckAt;
			this.pause = 0;
		}

		void failed(long now) {
			this.pause = isFailing() ? Math.min(2 * this.pause, LONGEST_PAUSE) : FIRST_PAUSE;
			this.eventAt = now + this.pause;
		}

		boolean isFailingForLong() {
			return this.pause == LONGEST_PAUSE;
		}

		boolean isFailing() {
			return this.pause > 0;
		}

		void wakeUp(long at) {
			this.wakeUpAt = Math.min(this.wakeUpAt, at);
		}

		long turn() {
			return this.turn;
		}

		long dueAt() {
			if (isFailing()) {
				return this.eventAt;
			}
			return (this.pollsUnderWay > 0) ? 0 : Math.min(nextEventAt(), this.safetyCheckAt);
		}

		// A failing partition needs no safety check, because it is polled again long
		// before that.
		long safetyCheckAt() {
			return isFailing() ? NEVER / 2 : this.safetyCheckAt;
		}

		// A failing partition is not polled before its pause ends, even after a wake-up.
		long nextEventAt() {
			return isFailing() ? this.eventAt : Math.min(this.eventAt, this.wakeUpAt);
		}

	}

}
