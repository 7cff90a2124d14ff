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

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.store.Touch;

/**
 * Where the deliveries of a container wait for its workers, and its poller for room. What
 * is held and how many workers there are, decided in classes of their own, are under the
 * one lock of this queue.
 */
final class DeliveryQueue {

	/** No signal tells that a handler has called {@link System#exit}. */
	private static final long LOOK_FOR_EXITS = TimeUnit.MILLISECONDS.toNanos(250);

	private final Lock lock = new ReentrantLock();

	/** For the poller alone: there is room, or something else for it to do. */
	private final Condition changed = this.lock.newCondition();

	/** For whoever waits until all is idle. */
	private final Condition ended = this.lock.newCondition();

	/** Guarded by the lock. */
	private final HeldDeliveries deliveries;

	private final WorkerCount workers;

	DeliveryQueue(int concurrency) {
		this.deliveries = new HeldDeliveries(concurrency);
		this.workers = new WorkerCount(concurrency, this.lock, this.changed, this.deliveries);
	}

	WorkerCount workers() {
		return this.workers;
	}

	/**
	 * Wait until there is room for jobs, something else is to be done, or the queue is
	 * closed.
	 * @return for how many there is room
	 * @throws InterruptedException if the thread is interrupted
	 */
	int awaitRoom() throws InterruptedException {
		this.lock.lock();
		try {
			this.workers.setAttended(true);
			long patience = patience();
			while (this.deliveries.room() == 0 && patience > 0 && !this.deliveries.isClosed()) {
				this.changed.awaitNanos(patience);
				patience = patience();
			}
			return (this.workers.missing() > 0) ? 0 : this.deliveries.room();
		}
		finally {
			this.workers.setAttended(false);
			this.lock.unlock();
		}
	}

	// Whether there is room for jobs at this moment.
	boolean hasRoom() {
		this.lock.lock();
		try {
			return this.deliveries.room() > 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The reports on deliveries at work that are due to the store.
	 * @return the reports, which then count as sent
	 */
	List<Touch> takeReports() {
		this.lock.lock();
		try {
			return this.deliveries.reports().take();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * How long until workers are needed, what waits has waited for too long, or a report
	 * is due.
	 * @return nanoseconds, zero or less if that is so already
	 */
	long patience() {
		this.lock.lock();
		try {
			return (this.workers.missing() > 0) ? 0
					: Math.min(this.deliveries.untilTooLate(), this.deliveries.reports().untilDue());
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Add deliveries.
	 * @param deliveries the deliveries
	 * @return {@code false} if the queue is closed and took none
	 */
	boolean add(Collection<JobDelivery> deliveries) {
		this.lock.lock();
		try {
			return this.deliveries.add(deliveries);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Take the delivery that has waited longest, for a worker.
	 * @return the delivery, {@code null} if none waits or the queue is closed
	 */
	@Nullable JobDelivery take() {
		this.lock.lock();
		try {
			return this.deliveries.take();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Forget a delivery, for it has ended.
	 * @param delivery the delivery
	 */
	void ended(JobDelivery delivery) {
		this.lock.lock();
		try {
			this.deliveries.remove(delivery);
			if (this.deliveries.room() > 0) {
				this.changed.signal();
			}
			this.ended.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The deliveries for which no worker will be free soon, since none was in time.
	 * @return the deliveries, none if there was no need to wait for long
	 */
	List<JobDelivery> tooLate() {
		this.lock.lock();
		try {
			return this.deliveries.tooLate();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The deliveries that wait although each worker without one has taken another.
	 * @return the deliveries, those that came last
	 */
	List<JobDelivery> withoutWorker() {
		this.lock.lock();
		try {
			return this.deliveries.waitingBeyond(this.workers.count());
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Take nothing more.
	 */
	void close() {
		this.lock.lock();
		try {
			this.deliveries.close();
			this.changed.signalAll();
			this.ended.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until nothing waits and no worker is at work, not counting the calling thread
	 * and handlers that have called {@link System#exit}.
	 * @param timeout how long at most
	 * @return whether that is so
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean awaitIdle(Duration timeout) throws InterruptedException {
		long remaining = timeout.toNanos();
		this.lock.lock();
		try {
			while (!this.deliveries.isIdle() && remaining > 0) {
				long wait = Math.min(remaining, LOOK_FOR_EXITS);
				remaining -= wait - this.ended.awaitNanos(wait);
			}
			return this.deliveries.isIdle();
		}
		finally {
			this.lock.unlock();
		}
	}

	ContainerLoad load() {
		this.lock.lock();
		try {
			return this.deliveries.load();
		}
		finally {
			this.lock.unlock();
		}
	}

	List<JobDelivery> waiting() {
		this.lock.lock();
		try {
			return this.deliveries.waiting();
		}
		finally {
			this.lock.unlock();
		}
	}

	List<JobDelivery> atWork() {
		this.lock.lock();
		try {
			return this.deliveries.atWork();
		}
		finally {
			this.lock.unlock();
		}
	}

}
