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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldLease;

/**
 * Makes the workers of a process start redelivered jobs one after the other: a start is
 * reported only after the previous handler has ended or has run for a short trial period,
 * and a handler starts only after the store has confirmed its start. If a job crashes the
 * process during its trial period, other redelivered jobs therefore lose an attempt only
 * if their handlers were started. If the store does not confirm a start within a second,
 * the next start is reported nevertheless, so that a partition that does not answer
 * delays each start by at most a second. Safe for use by several threads.
 */
public final class StartTurn {

	/** The trial period of a handler, or a tenth of its TTR if that is shorter. */
	private static final Duration LONGEST_TRIAL = Duration.ofMillis(100);

	/**
	 * The time for trial periods that all waiting starts share, so that many redelivered
	 * jobs with long handlers are not delayed for long.
	 */
	private static final long SHARED_TRIAL = TimeUnit.SECONDS.toNanos(1);

	private static final Duration LONGEST_REPORT = Duration.ofSeconds(1);

	private final Duration longestTrial;

	private final Duration longestReport;

	private final Lock lock = new ReentrantLock();

	/**
	 * The waiting starts in order of arrival. Each worker adds and removes its own start,
	 * under the lock.
	 */
	private final Deque<Start> waiting = new ArrayDeque<>();

	/**
	 * The start that has the turn. Set by the worker of that start, also to null, under
	 * the lock.
	 */
	private @Nullable Start current;

	/**
	 * The most recently confirmed start. Set by the worker of that start, under the lock.
	 */
	private @Nullable Start last;

	public StartTurn() {
		this(LONGEST_TRIAL, LONGEST_REPORT);
	}

	StartTurn(Duration longestTrial, Duration longestReport) {
		this.longestTrial = longestTrial;
		this.longestReport = longestReport;
	}

	/**
	 * Create the start of a job. The start does not have the turn yet.
	 * @param lease the lease of the job
	 * @return the start
	 */
	Start start(HeldLease lease) {
		return new Start(lease);
	}

	// Wakes the thread of a start, which may no longer have to wait. Must be called with
	// the lock held.
	private void signal(@Nullable Start start) {
		if (start != null) {
			start.changed.signal();
		}
	}

	/**
	 * The start of one redelivered job. For use by one thread.
	 */
	final class Start {

		private final HeldLease lease;

		/** Awaited by the thread of this start only. */
		private final Condition changed = StartTurn.this.lock.newCondition();

		/**
		 * When the turn began, as a System.nanoTime() value. Written by the worker of
		 * this start, under the lock, like all fields below; the end also by a thread
		 * that completes an asynchronous result.
		 */
		private long turnBegin;

		private boolean reporting;

		private long reportBegin;

		private long trialEnd;

		private boolean ended;

		private Start(HeldLease lease) {
			this.lease = lease;
		}

		/**
		 * Wait for the turn, at most until the lease ends.
		 * @return whether the caller has the turn and must end it with
		 * {@link #confirmed()} or {@link #refused()}; {@code false} also if the thread
		 * was interrupted, in which case its interrupt status is set
		 */
		boolean take() {
			StartTurn.this.lock.lock();
			try {
				return !Thread.currentThread().isInterrupted() && awaitTurn() && awaitTrial();
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return false;
			}
			finally {
				signal(StartTurn.this.waiting.peekFirst());
				StartTurn.this.lock.unlock();
			}
		}

		private boolean awaitTurn() throws InterruptedException {
			StartTurn.this.waiting.addLast(this);
			try {
				return await(this::untilTurn);
			}
			finally {
				StartTurn.this.waiting.remove(this);
			}
		}

		private long untilTurn() {
			if (StartTurn.this.waiting.peekFirst() != this) {
				return Long.MAX_VALUE;
			}
			Start current = StartTurn.this.current;
			return (current != null) ? current.untilPassedOver() : 0;
		}

		private long untilPassedOver() {
			return this.reporting ? until(this.reportBegin, StartTurn.this.longestReport.toNanos()) : Long.MAX_VALUE;
		}

		private boolean awaitTrial() throws InterruptedException {
			boolean ready = false;
			StartTurn.this.current = this;
			this.turnBegin = System.nanoTime();
			this.reporting = false;
			try {
				ready = await(this::untilTrialEnd);
				this.reportBegin = System.nanoTime();
				this.reporting = true;
			}
			finally {
				if (!ready) {
					endTurn();
				}
			}
			return ready;
		}

		private long untilTrialEnd() {
			Start before = StartTurn.this.last;
			if (before == null || before.ended) {
				return 0;
			}
			long share = SHARED_TRIAL / (1 + StartTurn.this.waiting.size());
			return Math.min(until(before.trialEnd, 0), until(this.turnBegin, share));
		}

		private boolean await(LongSupplier untilReady) throws InterruptedException {
			long wait = untilReady.getAsLong();
			long left = until(this.lease.end(), 0);
			while (wait > 0 && left > 0) {
				this.changed.awaitNanos(Math.min(wait, left));
				wait = untilReady.getAsLong();
				left = until(this.lease.end(), 0);
			}
			return left > 0;
		}

		private static long until(long begin, long duration) {
			return begin + duration - System.nanoTime();
		}

		// Must be called when the store has confirmed the start, before the handler is
		// called.
		void confirmed() {
			StartTurn.this.lock.lock();
			try {
				long trial = Math.min(StartTurn.this.longestTrial.toNanos(), this.lease.terms().ttr().toNanos() / 10);
				this.trialEnd = System.nanoTime() + trial;
				StartTurn.this.last = this;
				endTurn();
			}
			finally {
				StartTurn.this.lock.unlock();
			}
		}

		// Must be called if the handler is not called.
		void refused() {
			StartTurn.this.lock.lock();
			try {
				endTurn();
			}
			finally {
				StartTurn.this.lock.unlock();
			}
		}

		private void endTurn() {
			if (StartTurn.this.current == this) {
				StartTurn.this.current = null;
				signal(StartTurn.this.waiting.peekFirst());
			}
		}

		// Must be called when the handler has ended.
		void ended() {
			StartTurn.this.lock.lock();
			try {
				this.ended = true;
				endTurn();
				signal(StartTurn.this.current);
			}
			finally {
				StartTurn.this.lock.unlock();
			}
		}

	}

}
