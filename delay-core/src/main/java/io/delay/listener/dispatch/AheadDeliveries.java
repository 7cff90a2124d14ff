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

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.delay.store.LookAhead;

/**
 * The deliveries of jobs that are not yet due. Some of their leases can become void until
 * {@link LookAhead#MARGIN} before the job is due. Such a job is started only once a
 * synchronization with the hints of the store, requested within this margin, has ended,
 * because all hints about the lease have then been received. Callers must hold the lock
 * of the dispatcher.
 */
final class AheadDeliveries {

	private static final long MARGIN = LookAhead.MARGIN.toNanos();

	/**
	 * How long before its due time the synchronization of a job begins. It is shorter
	 * than the margin, so that one synchronization also covers jobs that are due soon
	 * after.
	 */
	private static final long SYNC_LEAD = TimeUnit.MILLISECONDS.toNanos(2);

	/**
	 * How long before its due time a worker takes a job, so that the start depends only
	 * on the worker's own timer. It is shorter than the margin, so that the lease can no
	 * longer become void.
	 */
	private static final long WORKER_LEAD = TimeUnit.MILLISECONDS.toNanos(1);

	/**
	 * The maximum time after its due time that a job waits for a synchronization, or for
	 * a thread that starts it.
	 */
	private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(50);

	/**
	 * The deliveries, which are few enough to be searched one by one: a few dozen,
	 * because a container holds no more than its workers can start. If workers take
	 * several deliveries together, there is at most one batch, of up to a few hundred.
	 * The poller adds them; the thread that starts due jobs and threads that receive
	 * hints remove them.
	 */
	private final Set<JobDelivery> deliveries = new LinkedHashSet<>();

	/**
	 * The time, as a System.nanoTime() value, up to which deliveries are synchronized:
	 * all hints about jobs that are due by then have been received. Written by the thread
	 * that receives hints.
	 */
	private long syncedUntil = System.nanoTime();

	/**
	 * The value of syncedUntil after the synchronization in progress, if there is one.
	 * Written by the thread that starts due jobs.
	 */
	private long syncingUntil = this.syncedUntil;

	/**
	 * Whether all deliveries must be handed back. Set by threads that receive hints;
	 * reset by the thread that starts due jobs.
	 */
	private boolean recalled;

	void add(JobDelivery delivery) {
		this.deliveries.add(delivery);
	}

	int size() {
		return this.deliveries.size();
	}

	// The total size of the payloads in bytes.
	long bytes() {
		return this.deliveries.stream().mapToLong(JobDelivery::bytes).sum();
	}

	/**
	 * Return the time until a delivery is overdue, because no thread has started it
	 * although its job is due.
	 * @return the time in nanoseconds, zero or less if one already is
	 */
	long untilOverdue() {
		long now = System.nanoTime();
		return this.deliveries.stream()
			.mapToLong((delivery) -> delivery.startAt() + LONGEST_WAIT - now)
			.min()
			.orElse(Long.MAX_VALUE);
	}

	/**
	 * Remove and return the overdue deliveries.
	 * @return the deliveries
	 */
	List<JobDelivery> takeOverdue() {
		return take((delivery) -> isReached(delivery.startAt() + LONGEST_WAIT));
	}

	/**
	 * Return the time until there is something to do: until a delivery can start, needs a
	 * synchronization, has waited too long for it, or was recalled.
	 * @return the time in nanoseconds, zero or less if there is something to do
	 */
	long untilNext() {
		if (this.recalled) {
			return 0;
		}
		long now = System.nanoTime();
		return this.deliveries.stream()
			.mapToLong((delivery) -> delivery.startAt() + delay(delivery) - now)
			.min()
			.orElse(Long.MAX_VALUE);
	}

	private long delay(JobDelivery delivery) {
		if (isSynced(delivery)) {
			return -WORKER_LEAD;
		}
		if (delivery.startAt() - this.syncingUntil > 0) {
			return -SYNC_LEAD;
		}
		return isReached(delivery.startAt()) ? LONGEST_WAIT : 0;
	}

	private boolean isSynced(JobDelivery delivery) {
		return !delivery.isRevocable() || delivery.startAt() - this.syncedUntil <= 0;
	}

	/**
	 * Remove and return the deliveries that workers can take, because they are due now or
	 * very soon and need no synchronization any more.
	 * @return the deliveries, in the order of their due times
	 */
	List<JobDelivery> takeDue() {
		return take((delivery) -> isSynced(delivery) && isReached(delivery.startAt() - WORKER_LEAD));
	}

	/**
	 * Remove and return the deliveries to hand back: all of them if they were recalled,
	 * otherwise those whose synchronization has not ended in time.
	 * @return the deliveries
	 */
	List<JobDelivery> takeBack() {
		boolean all = this.recalled;
		this.recalled = false;
		return take((delivery) -> all || (!isSynced(delivery) && isReached(delivery.startAt() + LONGEST_WAIT)));
	}

	void recall() {
		this.recalled = !this.deliveries.isEmpty();
	}

	/**
	 * Remove and return the deliveries that need a synchronization now.
	 * @return the deliveries
	 */
	List<JobDelivery> takeUnsynced() {
		return take((delivery) -> !isSynced(delivery) && isReached(delivery.startAt() - SYNC_LEAD));
	}

	private List<JobDelivery> take(Predicate<JobDelivery> condition) {
		List<JobDelivery> taken = this.deliveries.stream()
			.filter(condition)
			.sorted((one, other) -> Long.signum(one.startAt() - other.startAt()))
			.toList();
		taken.forEach(this.deliveries::remove);
		return taken;
	}

	private static boolean isReached(long time) {
		return time - System.nanoTime() <= 0;
	}

	/**
	 * Begin a synchronization if a delivery needs it.
	 * @return the time to pass to {@link #synced} when the synchronization has ended,
	 * {@code null} if none is needed
	 */
	@Nullable Long beginSync() {
		if (this.deliveries.stream()
			.noneMatch((delivery) -> !isSynced(delivery) && delay(delivery) < 0
					&& isReached(delivery.startAt() - SYNC_LEAD))) {
			return null;
		}
		this.syncingUntil = System.nanoTime() + MARGIN;
		return this.syncingUntil;
	}

	/**
	 * End a synchronization.
	 * @param until the time that {@link #beginSync()} returned
	 * @return whether a delivery may now have to be started earlier than before
	 */
	boolean synced(long until) {
		if (until - this.syncedUntil <= 0) {
			return false;
		}
		this.syncedUntil = until;
		return !this.deliveries.isEmpty();
	}

	/**
	 * Remove a delivery.
	 * @param delivery the delivery
	 * @return whether it was there
	 */
	boolean remove(JobDelivery delivery) {
		return this.deliveries.remove(delivery);
	}

	List<JobDelivery> all() {
		return List.copyOf(this.deliveries);
	}

}
