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
 * How many workers a container has, and how many more the deliveries that wait need. Its
 * lock is that of the {@link DeliveryQueue}: what a worker does next depends on both, and
 * a delivery added between two looks would wait for nobody.
 */
final class WorkerCount {

	private final int concurrency;

	/** The lock of the queue, which guards what follows, too. */
	private final Lock lock;

	/** Tells the poller that workers are missing. */
	private final Condition changed;

	/** Only looked at here. */
	private final HeldDeliveries deliveries;

	/**
	 * Those that the executor has, whether it has begun with them or not. The poller adds
	 * them and takes back those that are refused, each takes itself away at its end.
	 */
	private int workers;

	/**
	 * Those that the executor has not yet begun with: likewise, but at their beginning.
	 */
	private int starting;

	/** Whether the poller would start workers in place of those that end; it says so. */
	private boolean attended;

	/**
	 * Create a count.
	 * @param concurrency the most workers
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
	 * Count workers that the caller will start.
	 * @return how many are needed
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
	 * How many are missing. Those that have not begun will take a waiting delivery each.
	 * @return how many; only for a caller that has the lock
	 */
	int missing() {
		return Math.max(0, Math.min(this.concurrency - this.workers, this.deliveries.waitingCount() - this.starting));
	}

	// For a caller that has the lock.
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
	 * Take back that workers would be started.
	 * @param count how many will not
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

	// Note that one that was counted begins.
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
	 * Let a worker end if nothing waits for it, or if somebody starts another one in its
	 * place.
	 * @return whether it ends
	 */
	boolean mayEnd() {
		this.lock.lock();
		try {
			boolean ends = this.attended || this.deliveries.isClosed() || this.deliveries.waitingCount() == 0;
			if (ends) {
				ends();
			}
			return ends;
		}
		finally {
			this.lock.unlock();
		}
	}

	// Note that one ends whatever waits.
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

	/**
	 * Say whether the caller will start workers as soon as they are missing.
	 * @param attended whether it will
	 */
	void setAttended(boolean attended) {
		this.lock.lock();
		try {
			this.attended = attended;
		}
		finally {
			this.lock.unlock();
		}
	}

}
