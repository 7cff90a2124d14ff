// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The deliveries that wait for a worker, in the order of their arrival. Callers must hold
 * the lock of the dispatcher.
 */
final class WaitingDeliveries {

	// After this time a job is handed back, because another container may have a free
	// worker.
	private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(50);

	// The poller and the thread that starts due jobs add deliveries; workers and threads
	// that hand jobs back remove them. The sums below are written with it.
	private final Set<JobDelivery> deliveries = new LinkedHashSet<>();

	// The maximum number of deliveries that a worker takes together.
	private final int batch;

	private long bytes;

	// The number of deliveries that a worker takes alone.
	private int alone;

	WaitingDeliveries(int batch) {
		this.batch = batch;
	}

	void add(JobDelivery delivery) {
		delivery.waits();
		this.deliveries.add(delivery);
		this.bytes += delivery.bytes();
		this.alone += isAlone(delivery) ? 1 : 0;
	}

	private boolean isAlone(JobDelivery delivery) {
		return this.batch == 1 || delivery.isAlone();
	}

	// Removes and returns the delivery that has waited longest, and those that can start
	// at the same time and be carried out together with it. A job that was replaced while
	// it waited can be among the deliveries twice, with different leases. The deliveries
	// of such a job are carried out one after the other, because the contexts of a batch
	// are distinguished by their ids.
	List<JobDelivery> take() {
		Iterator<JobDelivery> iterator = this.deliveries.iterator();
		if (!iterator.hasNext()) {
			return List.of();
		}
		JobDelivery first = iterator.next();
		iterator.remove();
		removed(first);
		if (isAlone(first)) {
			return List.of(first);
		}
		List<JobDelivery> taken = new ArrayList<>();
		taken.add(first);
		long now = System.nanoTime();
		long start = now + Math.max(0, first.startAt() - now);
		Set<String> ids = new HashSet<>();
		ids.add(first.lease().id());
		while (iterator.hasNext() && taken.size() < this.batch) {
			JobDelivery delivery = iterator.next();
			if (!isAlone(delivery) && delivery.startAt() - start <= 0 && ids.add(delivery.lease().id())) {
				iterator.remove();
				removed(delivery);
				taken.add(delivery);
			}
		}
		return taken;
	}

	void remove(JobDelivery delivery) {
		if (this.deliveries.remove(delivery)) {
			removed(delivery);
		}
	}

	private void removed(JobDelivery delivery) {
		this.bytes -= delivery.bytes();
		this.alone -= isAlone(delivery) ? 1 : 0;
	}

	int workersNeeded() {
		int together = this.deliveries.size() - this.alone;
		return this.alone + (together + this.batch - 1) / this.batch;
	}

	// Returns how many more deliveries the workers that are not busy could take, less
	// than zero if they cannot take all waiting ones.
	int room(int workers, int together) {
		return (together > 1) ? (workers - this.alone) * this.batch - (this.deliveries.size() - this.alone)
				: workers - workersNeeded();
	}

	int size() {
		return this.deliveries.size();
	}

	long bytes() {
		return this.bytes;
	}

	long untilWaitedTooLong() {
		return this.deliveries.isEmpty() ? Long.MAX_VALUE
				: this.deliveries.iterator().next().waitingSince() + LONGEST_WAIT - System.nanoTime();
	}

	List<JobDelivery> all() {
		return List.copyOf(this.deliveries);
	}

	// Returns the deliveries that remain when workers have taken as many as they can.
	List<JobDelivery> beyond(int workers) {
		List<JobDelivery> beyond = new ArrayList<>();
		int left = workers;
		int joining = 0;
		for (JobDelivery delivery : this.deliveries) {
			boolean joins = joining > 0 && !isAlone(delivery);
			if (joins) {
				joining--;
			}
			else if (left > 0) {
				left--;
				joining = isAlone(delivery) ? joining : this.batch - 1;
			}
			else {
				beyond.add(delivery);
			}
		}
		return beyond;
	}

}
