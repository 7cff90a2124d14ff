// SPDX-License-Identifier: Apache-2.0

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
 * {@link LookAhead#MARGIN} before the job is due. Such a job is started only once the
 * store has confirmed, within this margin, that its lease is valid. Callers must hold the
 * lock of the dispatcher.
 */
final class AheadDeliveries {

	private static final long MARGIN = LookAhead.MARGIN.toNanos();

	// How long before its due time the lease of a job is checked. It is shorter than the
	// margin, so that one call also checks the leases of jobs that are due soon after.
	private static final long CHECK_LEAD = TimeUnit.MICROSECONDS.toNanos(1500);

	// How long before its due time a worker takes a job, so that the start depends only
	// on the worker's own timer. It is shorter than the margin, so that the lease can no
	// longer become void.
	private static final long WORKER_LEAD = TimeUnit.MILLISECONDS.toNanos(1);

	// The maximum time after its due time that a job waits for the check of its lease, or
	// for a thread that starts it.
	private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(50);

	// The deliveries, which are few enough to be searched one by one: a few dozen,
	// because a container holds no more than its workers can start. If workers take
	// several deliveries together, there is at most one batch, of up to a few hundred.
	// The poller adds them; the thread that starts due jobs removes them, and the poller
	// removes the overdue ones.
	private final Set<JobDelivery> deliveries = new LinkedHashSet<>();

	// When the check in progress began, as a System.nanoTime() value, null if there is
	// none. Written by the thread that starts due jobs.
	private @Nullable Long checkingSince;

	void add(JobDelivery delivery) {
		this.deliveries.add(delivery);
	}

	int size() {
		return this.deliveries.size();
	}

	long bytes() {
		return this.deliveries.stream().mapToLong(JobDelivery::bytes).sum();
	}

	// Returns the nanoseconds until a delivery is overdue, because no thread has started
	// it although its job is due.
	long untilOverdue() {
		long now = System.nanoTime();
		return this.deliveries.stream()
			.mapToLong((delivery) -> delivery.startAt() + LONGEST_WAIT - now)
			.min()
			.orElse(Long.MAX_VALUE);
	}

	List<JobDelivery> takeOverdue() {
		return take((delivery) -> isReached(delivery.startAt() + LONGEST_WAIT));
	}

	// Returns the nanoseconds until a delivery can start or its lease must be checked.
	long untilNext() {
		long now = System.nanoTime();
		return this.deliveries.stream()
			.mapToLong((delivery) -> delivery.startAt() - lead(delivery) - now)
			.min()
			.orElse(Long.MAX_VALUE);
	}

	private static long lead(JobDelivery delivery) {
		return delivery.isUnchecked() ? CHECK_LEAD : WORKER_LEAD;
	}

	// Returns those whose leases are valid and whose jobs are due now or very soon, in
	// the order of their due times.
	List<JobDelivery> takeDue() {
		return take((delivery) -> !delivery.isUnchecked() && isReached(delivery.startAt() - WORKER_LEAD));
	}

	// Returns the deliveries whose leases can be checked, none if no check is necessary
	// yet. The caller must end the check.
	List<JobDelivery> beginCheck() {
		List<JobDelivery> unchecked = this.deliveries.stream().filter(JobDelivery::isUnchecked).toList();
		if (unchecked.stream().noneMatch((delivery) -> isReached(delivery.startAt() - CHECK_LEAD))) {
			return List.of();
		}
		this.checkingSince = System.nanoTime();
		return unchecked.stream().filter((delivery) -> isReached(delivery.startAt() - MARGIN)).toList();
	}

	void endCheck(List<JobDelivery> deliveries) {
		deliveries.forEach(JobDelivery::checked);
		this.checkingSince = null;
	}

	// Whether the store is slow, so that jobs which are held ahead would start late.
	boolean isCheckSlow() {
		return this.checkingSince != null && isReached(this.checkingSince + LONGEST_WAIT);
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

	boolean remove(JobDelivery delivery) {
		return this.deliveries.remove(delivery);
	}

	List<JobDelivery> all() {
		return List.copyOf(this.deliveries);
	}

}
