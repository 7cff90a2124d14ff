// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The deliveries that workers have taken. A worker takes one delivery, or several that it
 * carries out together. Callers must hold the lock of the dispatcher.
 */
final class DeliveriesAtWork {

	private static final Taken ALONE = new Taken(1);

	// Workers add deliveries; the threads that end these deliveries remove them.
	private final Map<JobDelivery, Taken> deliveries = new HashMap<>();

	// The number of deliveries that do not occupy a worker of their own. Written together
	// with the deliveries.
	private int shared;

	void add(List<JobDelivery> together) {
		Taken taken = (together.size() == 1) ? ALONE : new Taken(together.size());
		together.forEach((delivery) -> this.deliveries.put(delivery, taken));
		this.shared += Math.max(0, together.size() - 1);
	}

	boolean remove(JobDelivery delivery) {
		Taken taken = this.deliveries.remove(delivery);
		if (taken != null && taken.left > 1) {
			taken.left--;
			this.shared--;
		}
		return taken != null;
	}

	int workers() {
		return this.deliveries.size() - this.shared;
	}

	// Returns the number of workers whose handlers are still running although a lease has
	// ended.
	int overdue() {
		return (int) this.deliveries.entrySet()
			.stream()
			.filter((entry) -> entry.getKey().isOverdue())
			.map((entry) -> (entry.getValue() != ALONE) ? entry.getValue() : entry.getKey())
			.distinct()
			.count();
	}

	// A view, which changes with this object.
	Collection<JobDelivery> all() {
		return this.deliveries.keySet();
	}

	/** The deliveries that a worker has taken together. */
	private static final class Taken {

		private int left;

		Taken(int left) {
			this.left = left;
		}

	}

}
