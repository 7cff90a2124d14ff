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
 * The queue in which the deliveries of a container wait for its workers, and in which its
 * poller waits for room. One lock guards this queue, the deliveries and the number of
 * workers.
 */
final class DeliveryQueue {

	/** There is no signal when a handler calls {@link System#exit}, so this is polled. */
	private static final long LOOK_FOR_EXITS = TimeUnit.MILLISECONDS.toNanos(250);

	private final Lock lock = new ReentrantLock();

	/**
	 * Awaited by the poller only: there is room for jobs, or other work for the poller.
	 */
	private final Condition changed = this.lock.newCondition();

	/** Awaited by threads that wait until the container is idle. */
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
	 * Wait until there is room for jobs, other work is due, or the queue is closed.
	 * @return the number of jobs that there is room for
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

	// Whether there is room for jobs at the moment.
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
	 * Return the reports about running deliveries that are due.
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

	void repeatReports(List<Touch> reports) {
		this.lock.lock();
		try {
			this.deliveries.reports().repeat(reports);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return the time until workers are needed, deliveries have waited too long, or a
	 * report is due.
	 * @return the time in nanoseconds, zero or less if one of these is the case already
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
	 * @return {@code false} if the queue is closed and accepted none
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
	 * Remove and return the delivery that has waited longest.
	 * @return the delivery, {@code null} if none is waiting or the queue is closed
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
	 * Remove a delivery that has ended.
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
	 * Return the deliveries to hand back because no worker became free for them in time.
	 * @return the deliveries, none if they have not waited too long
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
	 * Return the deliveries that remain waiting when each idle worker has taken one.
	 * @return the deliveries, the most recent ones
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
	 * Close the queue, so that it accepts no more deliveries.
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
	 * Wait until no delivery is waiting and no worker is busy, not counting the calling
	 * thread and handlers that have called {@link System#exit}.
	 * @param timeout the longest wait
	 * @return whether the container is idle
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
