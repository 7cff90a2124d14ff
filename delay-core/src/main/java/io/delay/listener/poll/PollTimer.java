// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;

import io.delay.listener.support.Guard;

/**
 * Decides when the poller reserves next: at the next known event, at a wake-up or at an
 * infrequent safety check, whichever comes first. It holds all state that the poller
 * shares with the threads that wake it.
 */
public final class PollTimer {

	private static final Duration SHORTEST_SAFETY_CHECK = Duration.ofSeconds(12);

	private static final Duration LONGEST_SAFETY_CHECK = Duration.ofSeconds(18);

	private static final Duration LONGEST_WAKE_UP = Duration.ofDays(1);

	private final Guard guard = new Guard();

	private final Condition changed = this.guard.condition();

	// When to reserve because of a wake-up, as a System.nanoTime() value. Set by threads
	// that receive wake-ups and reset by the poller, under the lock.
	private @Nullable Long wakeUpAt;

	// Set by workers and threads that complete asynchronous results, and reset by the
	// poller, under the lock.
	private boolean sleepEnded;

	// Set once, by the thread that stops the container, under the lock.
	private volatile boolean closed;

	// Discards earlier wake-ups. Must be called before each reserve, not after it,
	// because a wake-up that arrives during the reserve would otherwise be lost.
	void reset() {
		this.guard.run(() -> this.wakeUpAt = null);
	}

	public void wakeUpIn(Duration delay) {
		Duration bounded = (delay.compareTo(LONGEST_WAKE_UP) < 0) ? delay : LONGEST_WAKE_UP;
		long at = System.nanoTime() + bounded.toNanos();
		this.guard.run(() -> {
			if (this.wakeUpAt == null || at - this.wakeUpAt < 0) {
				this.wakeUpAt = at;
				this.changed.signalAll();
			}
		});
	}

	/**
	 * End the current sleep, or the next one if the poller is awake, even if it is not
	 * yet time to reserve.
	 */
	public void endSleep() {
		this.guard.run(() -> {
			this.sleepEnded = true;
			this.changed.signalAll();
		});
	}

	// Returns when to reserve, unless a wake-up comes first, as a System.nanoTime()
	// value.
	long nextLook(@Nullable Duration nextEvent) {
		Duration safetyCheck = safetyCheck();
		Duration longest = (nextEvent != null && nextEvent.compareTo(safetyCheck) < 0) ? nextEvent : safetyCheck;
		return System.nanoTime() + longest.toNanos();
	}

	// Sleeps until the given System.nanoTime() value or the time of a wake-up, less the
	// lead, or until the longest sleep has passed or endSleep() is called. The durations
	// are in nanoseconds. Returns whether it is time to reserve.
	boolean sleep(long look, long lead, long longest) throws InterruptedException {
		return sleep(look, lead, longest, true);
	}

	void pause(Duration duration) throws InterruptedException {
		pause(System.nanoTime() + duration.toNanos(), Long.MAX_VALUE);
	}

	// Sleeps without reacting to wake-ups or to endSleep(), until the given
	// System.nanoTime() value, at most the given number of nanoseconds. Closing the timer
	// ends the pause. Returns whether the pause is over.
	boolean pause(long end, long longest) throws InterruptedException {
		return sleep(end, 0, longest, false);
	}

	private boolean sleep(long look, long lead, long longest, boolean mayEndEarly) throws InterruptedException {
		long begin = System.nanoTime();
		return this.guard.await(this.changed, () -> {
			long longestLeft = (mayEndEarly && this.sleepEnded) ? 0 : longest - (System.nanoTime() - begin);
			return Math.min(untilReserve(look, lead, mayEndEarly), longestLeft);
		}, () -> {
			boolean over = untilReserve(look, lead, mayEndEarly) <= 0;
			this.sleepEnded &= over;
			return over;
		});
	}

	private long untilReserve(long look, long lead, boolean mayEndEarly) {
		Long wakeUp = mayEndEarly ? this.wakeUpAt : null;
		long at = (wakeUp != null && wakeUp - look < 0) ? wakeUp : look;
		return this.closed ? 0 : at - lead - System.nanoTime();
	}

	private static Duration safetyCheck() {
		return Duration.ofMillis(ThreadLocalRandom.current()
			.nextLong(SHORTEST_SAFETY_CHECK.toMillis(), LONGEST_SAFETY_CHECK.toMillis()));
	}

	void close() {
		this.guard.run(() -> {
			this.closed = true;
			this.changed.signalAll();
		});
	}

	boolean isClosed() {
		return this.closed;
	}

}
