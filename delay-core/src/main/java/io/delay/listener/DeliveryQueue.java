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

package io.delay.listener;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

/**
 * The deliveries of a container, those that wait for a worker and those at work, and how
 * many workers there are, all under one lock. Beyond one job per worker it is bounded by
 * what {@link Prefetch} allows, and by the bytes of the payloads that wait.
 */
final class DeliveryQueue {

	/** A reply of the store that is under way comes on top of it. */
	private static final long MAX_WAITING_BYTES = 256 * 1024;

	private final int concurrency;

	private final Prefetch prefetch = new Prefetch();

	private final Lock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final Condition ended = this.lock.newCondition();

	private final WaitingDeliveries waiting = new WaitingDeliveries();

	private final Set<JobDelivery> atWork = new HashSet<>();

	/** Those that the executor has, whether it has begun with them or not. */
	private int workers;

	/** Those that the executor has not yet begun with. */
	private int starting;

	/** Whether the poller would start workers in place of those that end. */
	private boolean attended;

	private boolean closed;

	DeliveryQueue(int concurrency) {
		this.concurrency = concurrency;
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
			this.attended = true;
			long patience = patience();
			while (room() == 0 && patience > 0 && !this.closed) {
				this.changed.awaitNanos(patience);
				patience = patience();
			}
			return (missingWorkers() > 0) ? 0 : room();
		}
		finally {
			this.attended = false;
			this.lock.unlock();
		}
	}

	// With jobs at hand, ask only once half of them are taken: larger batches cost less.
	private int room() {
		int held = this.waiting.size() + this.atWork.size();
		if (held < this.concurrency) {
			return this.concurrency - held + (isLarge() ? 0 : this.prefetch.size());
		}
		int prefetched = this.prefetch.size();
		boolean enough = prefetched == 0 || this.waiting.size() > prefetched / 2 || isLarge();
		return enough ? 0 : this.concurrency + prefetched - held;
	}

	private boolean isLarge() {
		return this.waiting.bytes() >= MAX_WAITING_BYTES;
	}

	/**
	 * Add deliveries.
	 * @param deliveries the deliveries
	 * @return {@code false} if the queue is closed and took none
	 */
	boolean add(Collection<JobDelivery> deliveries) {
		this.lock.lock();
		try {
			if (this.closed) {
				return false;
			}
			deliveries.forEach(this.waiting::add);
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Count workers that the caller will start.
	 * @return how many are needed
	 */
	int addWorkers() {
		this.lock.lock();
		try {
			int missing = missingWorkers();
			this.workers += missing;
			this.starting += missing;
			return missing;
		}
		finally {
			this.lock.unlock();
		}
	}

	// Those that have not begun will take a waiting delivery each.
	private int missingWorkers() {
		return Math.max(0, Math.min(this.concurrency - this.workers, this.waiting.size() - this.starting));
	}

	/**
	 * Take back that workers would be started.
	 * @param count how many will not
	 */
	void removeWorkers(int count) {
		this.lock.lock();
		try {
			this.workers -= count;
			this.starting -= count;
		}
		finally {
			this.lock.unlock();
		}
	}

	void workerBegins() {
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
	boolean workerMayEnd() {
		this.lock.lock();
		try {
			boolean ends = this.attended || this.closed || this.waiting.size() == 0;
			if (ends) {
				removeWorker();
			}
			return ends;
		}
		finally {
			this.lock.unlock();
		}
	}

	// Note that a worker ends whatever waits.
	void workerEnds() {
		this.lock.lock();
		try {
			removeWorker();
		}
		finally {
			this.lock.unlock();
		}
	}

	private void removeWorker() {
		this.workers--;
		if (missingWorkers() > 0) {
			this.changed.signal();
		}
	}

	boolean needsWorkers() {
		this.lock.lock();
		try {
			return missingWorkers() > 0;
		}
		finally {
			this.lock.unlock();
		}
	}

	void setAttended(boolean attended) {
		this.lock.lock();
		try {
			this.attended = attended;
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
			JobDelivery delivery = this.closed ? null : this.waiting.take();
			if (delivery != null) {
				this.atWork.add(delivery);
			}
			return delivery;
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
			int workersAtWork = this.atWork.size();
			if (this.atWork.remove(delivery)) {
				if (delivery.isHandled()) {
					this.prefetch.handled(delivery.handlingNanos(), workersAtWork);
				}
			}
			else {
				this.waiting.remove(delivery);
			}
			if (room() > 0) {
				this.changed.signal();
			}
			this.ended.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * How long until workers are needed or what waits has waited for too long.
	 * @return nanoseconds, zero or less if that is so already
	 */
	long patience() {
		this.lock.lock();
		try {
			return (missingWorkers() > 0) ? 0 : untilTooLate();
		}
		finally {
			this.lock.unlock();
		}
	}

	private long untilTooLate() {
		return (excess() > 0) ? this.waiting.untilTooLate() : Long.MAX_VALUE;
	}

	// Jobs that are more than one per worker.
	private int excess() {
		return Math.min(this.waiting.size(), this.waiting.size() + this.atWork.size() - this.concurrency);
	}

	/**
	 * The deliveries for which no worker will be free soon, since none was in time.
	 * @return the deliveries, none if there was no need to wait for long
	 */
	List<JobDelivery> tooLate() {
		this.lock.lock();
		try {
			if (untilTooLate() > 0) {
				return List.of();
			}
			this.prefetch.tooMany();
			return this.waiting.last(excess());
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
			this.closed = true;
			this.changed.signalAll();
			this.ended.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until nothing waits and no worker is at work, not counting the calling thread.
	 * @param timeout how long at most
	 * @return whether that is so
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean awaitIdle(Duration timeout) throws InterruptedException {
		long remaining = timeout.toNanos();
		this.lock.lock();
		try {
			while (!isIdle() && remaining > 0) {
				remaining = this.ended.awaitNanos(remaining);
			}
			return isIdle();
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isIdle() {
		return this.waiting.size() == 0 && this.atWork.stream().allMatch(JobDelivery::isCaller);
	}

	List<JobDelivery> waiting() {
		this.lock.lock();
		try {
			return this.waiting.all();
		}
		finally {
			this.lock.unlock();
		}
	}

	List<JobDelivery> atWork() {
		this.lock.lock();
		try {
			return List.copyOf(this.atWork);
		}
		finally {
			this.lock.unlock();
		}
	}

}
