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
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.store.Lease;
import io.delay.store.Touch;

/**
 * The queue in which the deliveries of a container wait for its workers. The poller waits
 * until there is room in this queue. One lock guards this queue, the deliveries and the
 * number of workers.
 */
final class DeliveryQueue {

	/** How often to look for handlers that have called {@link System#exit}. */
	private static final long LOOK_FOR_EXITS = TimeUnit.MILLISECONDS.toNanos(250);

	private final Lock lock = new ReentrantLock();

	/**
	 * Awaited by the poller only, until there is room for jobs or other work for the
	 * poller.
	 */
	private final Condition changed = this.lock.newCondition();

	/** Awaited by threads that wait until the container is idle. */
	private final Condition ended = this.lock.newCondition();

	/**
	 * Wakes the thread that starts due jobs if a job is due before the expected time, or
	 * on close.
	 */
	private final Condition earlier = this.lock.newCondition();

	/** Guarded by the lock. */
	private final HeldDeliveries deliveries;

	/** Guarded by the lock. */
	private final EarlyHints hints = new EarlyHints();

	/**
	 * Whether the poller waits for room for jobs that are not yet due. Guarded by the
	 * lock.
	 */
	private boolean roomAheadWanted;

	private final WorkerCount workers;

	DeliveryQueue(WorkerLimits limits, int batch) {
		this.deliveries = new HeldDeliveries(limits, batch);
		this.workers = new WorkerCount(limits.concurrency(), this.lock, this.changed, this.deliveries);
	}

	WorkerCount workers() {
		return this.workers;
	}

	/**
	 * Wait until there is room for jobs, other work is due, or the queue is closed.
	 * @return the number of jobs that there is room for, zero if workers must be started
	 * first
	 * @throws InterruptedException if the thread is interrupted
	 */
	int awaitRoom() throws InterruptedException {
		this.lock.lock();
		try {
			long patience = patience();
			while (this.deliveries.room() == 0 && patience > 0 && !this.deliveries.isClosed()) {
				this.changed.awaitNanos(patience);
				patience = patience();
			}
			return (this.workers.missing() > 0) ? 0 : this.deliveries.room();
		}
		finally {
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
	 * Return the due reports about running deliveries.
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

	List<JobDelivery> takeOverruns() {
		this.lock.lock();
		try {
			return this.deliveries.reports().takeOverruns();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return the deliveries whose asynchronous results are not complete although their
	 * leases have ended, and those that {@link #takeOverruns} would return.
	 * @return the deliveries, each of them once
	 */
	List<JobDelivery> takeOverdueResults() {
		this.lock.lock();
		try {
			List<JobDelivery> overdue = new ArrayList<>(this.deliveries.reports().takeOverruns());
			this.deliveries.atWork()
				.stream()
				.filter((delivery) -> delivery.isPending() && delivery.progress().takeOverrun())
				.forEach(overdue::add);
			return overdue;
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
	 * Add deliveries, except those that must not be held because of an earlier hint. Adds
	 * none if the queue is closed.
	 * @param deliveries the deliveries
	 * @return those that were not added
	 */
	Collection<JobDelivery> add(Collection<JobDelivery> deliveries) {
		this.lock.lock();
		try {
			List<JobDelivery> forbidden = deliveries.stream().filter(this.hints::forbid).toList();
			forbidden.stream().filter(this.hints::isVoid).forEach(JobDelivery::loseLease);
			int held = this.deliveries.ahead().size();
			boolean added = this.deliveries
				.add(deliveries.stream().filter((delivery) -> !forbidden.contains(delivery)).toList());
			if (this.deliveries.ahead().size() > held) {
				this.earlier.signal();
			}
			return added ? forbidden : deliveries;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Record that a reserve is about to be sent.
	 * @return the number of jobs that can be held until they are due
	 */
	int beginReserve() {
		this.lock.lock();
		try {
			this.hints.clear();
			return this.deliveries.roomAhead();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Whether there is room for jobs that are not yet due. If there is none,
	 * {@link #ended(JobDelivery)} reports when there is room again.
	 * @return whether there is room
	 */
	boolean hasRoomAhead() {
		this.lock.lock();
		try {
			this.roomAheadWanted = this.deliveries.roomAhead() == 0;
			return !this.roomAheadWanted;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until jobs are due or need a synchronization, and make the deliveries of due
	 * jobs wait for a worker.
	 * @return what to do, {@code null} if the queue is closed
	 * @throws InterruptedException if the thread is interrupted
	 */
	@Nullable DueDeliveries awaitDue() throws InterruptedException {
		this.lock.lock();
		try {
			AheadDeliveries ahead = this.deliveries.ahead();
			long wait = ahead.untilNext();
			while (wait > 0 && !this.deliveries.isClosed()) {
				this.earlier.awaitNanos(wait);
				wait = ahead.untilNext();
			}
			return this.deliveries.isClosed() ? null : new DueDeliveries(this.deliveries.startDue(), ahead.beginSync());
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Record that a synchronization has ended.
	 * @param until the time from {@link DueDeliveries#syncUntil()}
	 */
	void synced(long until) {
		this.lock.lock();
		try {
			if (this.deliveries.ahead().synced(until)) {
				this.earlier.signal();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return the deliveries to hand back because a synchronization is impossible.
	 * @return the deliveries
	 */
	List<JobDelivery> unsynced() {
		this.lock.lock();
		try {
			return this.deliveries.ahead().takeUnsynced();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Return the delivery of a lease that has become void.
	 * @param lease the lease
	 * @return the delivery, {@code null} if there is none, for example because the reply
	 * to its reserve has not arrived yet
	 */
	@Nullable JobDelivery leaseVoided(Lease lease) {
		this.lock.lock();
		try {
			JobDelivery delivery = this.deliveries.find(lease);
			if (delivery == null) {
				this.hints.leaseVoided(lease);
			}
			return delivery;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Make {@link #awaitDue()} return the deliveries whose jobs are not yet due, so that
	 * they are handed back.
	 */
	void recall() {
		this.lock.lock();
		try {
			this.hints.recalled();
			this.deliveries.ahead().recall();
			this.earlier.signal();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Remove and return the delivery that has waited longest.
	 * @return the delivery, {@code null} if none can start or the queue is closed
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
	 * Remove and return the delivery that has waited longest, and those that can be
	 * carried out together with it. If workers are missing for the remaining ones, a
	 * poller that waits for room is woken.
	 * @return the deliveries, none if none is waiting or the queue is closed
	 */
	List<JobDelivery> takeBatch() {
		this.lock.lock();
		try {
			List<JobDelivery> taken = this.deliveries.takeBatch();
			if (this.workers.missing() > 0) {
				this.changed.signal();
			}
			return taken;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Remove a delivery that has ended.
	 * @param delivery the delivery
	 * @return whether to notify the poller, because it waits for room for jobs that are
	 * not yet due and there is room again, or because it must start workers now that an
	 * asynchronous result is complete
	 */
	boolean ended(JobDelivery delivery) {
		this.lock.lock();
		try {
			this.deliveries.remove(delivery);
			if (this.deliveries.room() > 0) {
				this.changed.signal();
			}
			this.ended.signalAll();
			boolean roomAhead = this.roomAheadWanted && this.deliveries.roomAhead() > 0;
			this.roomAheadWanted &= !roomAhead;
			boolean workersMissing = delivery.isPending() && this.workers.missing() > 0;
			if (workersMissing) {
				this.changed.signal();
			}
			return roomAhead || workersMissing;
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
			this.earlier.signalAll();
			this.ended.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until no delivery is waiting or at work, not counting those of the calling
	 * thread and of handlers that have called {@link System#exit}.
	 * @param timeout the maximum time to wait
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

	List<JobDelivery> notStarted() {
		this.lock.lock();
		try {
			return this.deliveries.notStarted();
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

	/**
	 * What to do when jobs are due.
	 *
	 * @param handBack the deliveries to hand back
	 * @param syncUntil the time to pass to {@link #synced} after a synchronization,
	 * {@code null} if none is needed
	 */
	record DueDeliveries(List<JobDelivery> handBack, @Nullable Long syncUntil) {

	}

}
