// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

import io.delay.listener.execute.BatchExecution;
import io.delay.listener.support.Guard;

/**
 * The workers of a dispatcher, which are tasks of the executor. How many of them exist is
 * part of the {@link HeldDeliveries}, under the lock of the dispatcher.
 */
final class Workers {

	private final Executor executor;

	private final Guard guard;

	private final HeldDeliveries held;

	private final @Nullable BatchExecution batches;

	private final Runnable wakePoller;

	// The poller is woken with the lock, when a worker is missing.
	Workers(Executor executor, Guard guard, HeldDeliveries held, @Nullable BatchExecution batches,
			Runnable wakePoller) {
		this.executor = executor;
		this.guard = guard;
		this.held = held;
		this.batches = batches;
		this.wakePoller = wakePoller;
	}

	// Starts the missing workers. If that fails, jobs that no starting worker will take
	// are handed back to the store. Never called by a worker: an executor that blocks its
	// callers until a thread is free, or runs rejected tasks on the calling thread, would
	// do so while the worker still occupies its thread.
	void start() {
		int missing = this.guard.get(this.held::addMissing);
		Worker worker = null;
		try {
			for (; missing > 0; missing--) {
				worker = null;
				worker = new Worker();
				this.executor.execute(worker);
			}
		}
		catch (RuntimeException | Error ex) {
			// The exception may come from a worker which the executor ran on this thread.
			// Such a worker has already counted its own end
			int notStarted = (worker == null || worker.decide()) ? missing : missing - 1;
			this.guard.get(() -> this.held.withoutWorkers(notStarted)).forEach(JobDelivery::handBack);
			throw ex;
		}
	}

	private @Nullable Runnable work(List<JobDelivery> taken) {
		if (taken.isEmpty()) {
			return null;
		}
		if (this.batches == null) {
			return taken.get(0);
		}
		// A worker may take fewer deliveries than expected, see WaitingDeliveries.take()
		wakeIfMissing();
		return new BatchDelivery(taken, this.batches);
	}

	private void wakeIfMissing() {
		if (this.held.missing() > 0) {
			this.wakePoller.run();
		}
	}

	/**
	 * A task of the executor, which carries out one delivery or one batch. It goes on as
	 * long as deliveries are waiting that no starting worker will take: on threads that
	 * belong to the container because it holds jobs in advance, on others only if a job
	 * arrives before the previous one has ended. A worker runs once, or never if the
	 * executor has rejected it.
	 */
	private final class Worker implements Runnable {

		// The thread that sets this flag decides whether the worker starts.
		private final AtomicBoolean decided = new AtomicBoolean();

		boolean decide() {
			return this.decided.compareAndSet(false, true);
		}

		@Override
		public void run() {
			if (!decide()) {
				return;
			}
			boolean counted = false;
			try {
				Runnable work = take(true);
				while (work != null) {
					work.run();
					work = take(false);
				}
				counted = true;
			}
			finally {
				if (!counted) {
					Workers.this.guard.run(this::failed);
				}
			}
		}

		private @Nullable Runnable take(boolean first) {
			HeldDeliveries held = Workers.this.held;
			return Workers.this.guard.get(() -> work(first ? held.begin() : held.next()));
		}

		private void failed() {
			Workers.this.held.workerFailed();
			wakeIfMissing();
		}

	}

}
