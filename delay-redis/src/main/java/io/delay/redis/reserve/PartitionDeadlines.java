// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;

/**
 * The times at which one partition must be polled, in nanoseconds since an arbitrary
 * origin. For use under the lock of the {@link PartitionSchedule}.
 */
final class PartitionDeadlines {

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

	// The answer to an earlier poll may arrive after that to a later one. It then cannot
	// postpone the event, and at worst causes one more poll.
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

	// A failing partition needs no safety check, because it is polled again long before.
	long safetyCheckAt() {
		return isFailing() ? NEVER / 2 : this.safetyCheckAt;
	}

	// A failing partition is not polled before its pause ends, even after a wake-up.
	long nextEventAt() {
		return isFailing() ? this.eventAt : Math.min(this.eventAt, this.wakeUpAt);
	}

}
