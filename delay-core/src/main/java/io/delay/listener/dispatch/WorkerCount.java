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

package io.delay.listener.dispatch;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Counts the workers of a container, and determines how many more the waiting deliveries
 * need. It shares the lock of the {@link DeliveryQueue}, so that a worker checks the
 * queue and ends in one atomic step. Otherwise, a delivery could be added that no worker
 * takes.
 */
final class WorkerCount {

	private final int concurrency;

	/** The lock of the queue, which also guards the fields below. */
	private final Lock lock;

	/** Signalled so that the poller starts the workers that are missing. */
	private final Condition changed;

	/** The deliveries, which this class only reads. */
	private final HeldDeliveries deliveries;

	/**
	 * The number of workers passed to the executor, whether they have started or not. The
	 * poller and the thread that starts due jobs add workers and remove rejected ones;
	 * each worker removes itself when it ends.
	 */
	private int workers;

	/**
	 * The number of workers passed to the executor that have not started. The poller and
	 * the thread that starts due jobs add workers and remove rejected ones; each worker
	 * removes itself when it starts.
	 */
	private int starting;

	/**
	 * Create a count.
	 * @param concurrency the maximum number of workers
	 * @param lock the lock of the queue
	 * @param changed signalled when workers are missing
	 * @param deliveries the deliveries, guarded by the lock
	 */
	WorkerCount(int concurrency, Lock lock, Condition changed, HeldDeliveries deliveries) {
		this.concurrency = concurrency;
		this.lock = lock;
		this.changed = changed;
		this.deliveries = deliveries;
	}

	/**
	 * Add the missing workers to the count. The caller must start them.
	 * @return the number of workers to start
	 */
	int addMissing() {
		this.lock.lock();
		try {
			int missing = missing();
			this.workers += missing;
			this.starting += missing;
			return missing;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return how many workers are missing. Each worker that has not started will take one
	 * waiting delivery, or several that it carries out together. Callers must hold the
	 * lock.
	 * @return the number, zero or more
	 */
	int missing() {
		return Math.max(0, Math.min(this.concurrency - this.workers, this.deliveries.startable() - this.starting));
	}

	// Callers must hold the lock.
	int count() {
		return this.workers;
	}

	boolean isMissingSome() {
		this.lock.lock();
		try {
			return missing() > 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Remove workers that were counted but will not be started.
	 * @param count the number of workers
	 */
	void remove(int count) {
		this.lock.lock();
		try {
			this.workers -= count;
			this.starting -= count;
		}
		finally {
			this.lock.unlock();
		}
	}

	void begins() {
		this.lock.lock();
		try {
			this.starting--;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Let a worker end if the queue is closed, or if no delivery can start except those
	 * that workers which have not started will take.
	 * @return whether the worker must end
	 */
	boolean mayEnd() {
		this.lock.lock();
		try {
			boolean ends = !this.deliveries.canStartBeyond(this.starting);
			if (ends) {
				ends();
			}
			return ends;
		}
		finally {
			this.lock.unlock();
		}
	}

	// Unlike mayEnd(), records the end of a worker unconditionally.
	void ends() {
		this.lock.lock();
		try {
			this.workers--;
			if (missing() > 0) {
				this.changed.signal();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

}
