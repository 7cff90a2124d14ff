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

package io.delay.listener.poll;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.delay.store.WakeUpListener;

/**
 * When the poller looks next: at the next event it knows of, at a wake-up or at a slow
 * safety check, whichever comes first. All that the poller shares with those who wake it.
 */
public final class PollTimer implements WakeUpListener {

	private static final Duration SHORTEST_SAFETY_CHECK = Duration.ofSeconds(12);

	private static final Duration LONGEST_SAFETY_CHECK = Duration.ofSeconds(18);

	private static final Duration LONGEST_WAKE_UP = Duration.ofDays(1);

	private final Lock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private @Nullable Long wakeUpAt;

	private boolean disturbed;

	private volatile boolean closed;

	/**
	 * Forget earlier wake-ups. To be called before the store is asked, so that a wake-up
	 * that comes while it answers is not lost.
	 */
	void reset() {
		this.lock.lock();
		try {
			this.wakeUpAt = null;
		}
		finally {
			this.lock.unlock();
		}
	}

	@Override
	public void wakeUpIn(Duration delay) {
		Duration bounded = (delay.compareTo(LONGEST_WAKE_UP) < 0) ? delay : LONGEST_WAKE_UP;
		long at = System.nanoTime() + bounded.toNanos();
		this.lock.lock();
		try {
			if (this.wakeUpAt == null || at - this.wakeUpAt < 0) {
				this.wakeUpAt = at;
				this.changed.signalAll();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * End the sleep that is under way, or the next one, though it may not be time.
	 */
	public void disturb() {
		this.lock.lock();
		try {
			this.disturbed = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * When to look again unless a wake-up comes.
	 * @param nextEvent the next event that the store knows of, from now, or {@code null}
	 * if it knows of none
	 * @return a {@link System#nanoTime()}
	 */
	long nextLook(@Nullable Duration nextEvent) {
		Duration safetyCheck = safetyCheck();
		Duration longest = (nextEvent != null && nextEvent.compareTo(safetyCheck) < 0) ? nextEvent : safetyCheck;
		return System.nanoTime() + longest.toNanos();
	}

	/**
	 * Sleep until it is time to look again, or for a while, or until somebody disturbs.
	 * @param look when it is time without a wake-up
	 * @param longest how many nanoseconds at most
	 * @return whether it is time
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean sleep(long look, long longest) throws InterruptedException {
		return sleep(look, longest, true);
	}

	/**
	 * Sleep without heeding wake-ups and those who disturb.
	 * @param duration how long, unless the timer is closed
	 * @throws InterruptedException if the thread is interrupted
	 */
	void pause(Duration duration) throws InterruptedException {
		pause(System.nanoTime() + duration.toNanos(), Long.MAX_VALUE);
	}

	/**
	 * Sleep without heeding wake-ups and those who disturb, until the end of a pause or
	 * for a while.
	 * @param end the {@link System#nanoTime()} at which the pause ends, unless the timer
	 * is closed before
	 * @param longest how many nanoseconds at most
	 * @return whether the pause is over
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean pause(long end, long longest) throws InterruptedException {
		return sleep(end, longest, false);
	}

	private boolean sleep(long look, long longest, boolean heedOthers) throws InterruptedException {
		long patience = longest;
		this.lock.lock();
		try {
			while (!this.closed) {
				long until = (heedOthers && this.wakeUpAt != null && this.wakeUpAt - look < 0) ? this.wakeUpAt : look;
				long remaining = until - System.nanoTime();
				if (remaining <= 0) {
					return true;
				}
				if (patience <= 0 || (heedOthers && this.disturbed)) {
					this.disturbed = false;
					return false;
				}
				long nap = Math.min(remaining, patience);
				patience -= nap - this.changed.awaitNanos(nap);
			}
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private static Duration safetyCheck() {
		return Duration.ofMillis(ThreadLocalRandom.current()
			.nextLong(SHORTEST_SAFETY_CHECK.toMillis(), LONGEST_SAFETY_CHECK.toMillis()));
	}

	/**
	 * End all sleep, now and later.
	 */
	void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	boolean isClosed() {
		return this.closed;
	}

}
