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

package io.delay.listener.execute;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldLease;

/**
 * Makes the workers of a process start redelivered jobs one after the other: a start is
 * reported only after the previous handler has ended or has run for a moment. While the
 * store confirms a start, that handler has not started yet. A job that crashes the
 * process within that moment therefore makes no other such job lose an attempt without
 * having been started. Safe for use by several threads.
 */
public final class StartTurn {

	/** With a TTR shorter than ten times this, a tenth of the TTR. */
	private static final Duration LONGEST_TRIAL = Duration.ofMillis(100);

	/**
	 * Shared by all starts that wait, so that many redelivered jobs with long handlers
	 * are not held up for long.
	 */
	private static final long SHARED_TRIAL = TimeUnit.SECONDS.toNanos(1);

	/** Fair, so that starts are confirmed in the order in which they came. */
	private final ReentrantLock lock = new ReentrantLock(true);

	private final Duration longestTrial;

	/** The most recently confirmed start. Guarded by the lock. */
	private @Nullable Start last;

	public StartTurn() {
		this(LONGEST_TRIAL);
	}

	StartTurn(Duration longestTrial) {
		this.longestTrial = longestTrial;
	}

	/**
	 * Create the start of a job, which has no turn yet.
	 * @param lease the lease of the job
	 * @return the start
	 */
	Start start(HeldLease lease) {
		return new Start(lease);
	}

	/**
	 * The start of one redelivered job. For use by one thread.
	 */
	final class Start {

		private final HeldLease lease;

		private final CountDownLatch ended = new CountDownLatch(1);

		/** By System.nanoTime(), set before other threads see it. */
		private long trialEnd;

		private Start(HeldLease lease) {
			this.lease = lease;
		}

		/**
		 * Wait for the turn, at most until the lease ends.
		 * @return whether the caller has the turn and must end it by {@link #confirmed()}
		 * or {@link #refused()}; {@code false} also if the thread was interrupted, in
		 * which case its interrupt status is set
		 */
		boolean take() {
			boolean taken = false;
			try {
				if (StartTurn.this.lock.tryLock(leaseLeft(), TimeUnit.NANOSECONDS)) {
					taken = awaitLast();
					if (!taken) {
						refused();
					}
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
			return taken;
		}

		// Called with the lock, which is released if the thread is interrupted
		private boolean awaitLast() throws InterruptedException {
			Start before = StartTurn.this.last;
			if (before == null) {
				return true;
			}
			try {
				before.ended.await(Math.min(before.trialLeft(), Math.min(share(), leaseLeft())), TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				refused();
				throw ex;
			}
			return leaseLeft() > 0;
		}

		private long share() {
			return SHARED_TRIAL / (1 + StartTurn.this.lock.getQueueLength());
		}

		private long leaseLeft() {
			return this.lease.end() - System.nanoTime();
		}

		private long trialLeft() {
			return this.trialEnd - System.nanoTime();
		}

		// Must be called when the store has confirmed the start, before the handler.
		void confirmed() {
			long trial = Math.min(StartTurn.this.longestTrial.toNanos(), this.lease.terms().ttr().toNanos() / 10);
			this.trialEnd = System.nanoTime() + trial;
			StartTurn.this.last = this;
			StartTurn.this.lock.unlock();
		}

		// Must be called if the handler is not called.
		void refused() {
			StartTurn.this.lock.unlock();
		}

		// Must be called when the handler has ended.
		void ended() {
			this.ended.countDown();
		}

	}

}
