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

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * The deliveries that wait for a worker, in the order of their arrival. Callers must hold
 * the lock of the queue.
 */
final class WaitingDeliveries {

	/**
	 * After this time a job is handed back, because another container may have a free
	 * worker.
	 */
	private static final long LONGEST_WAIT = TimeUnit.MILLISECONDS.toNanos(50);

	private final Set<JobDelivery> deliveries = new LinkedHashSet<>();

	private long bytes;

	void add(JobDelivery delivery) {
		this.deliveries.add(delivery);
		this.bytes += delivery.bytes();
	}

	/**
	 * Remove and return the delivery that has waited longest.
	 * @return the delivery, {@code null} if none is waiting
	 */
	@Nullable JobDelivery take() {
		Iterator<JobDelivery> iterator = this.deliveries.iterator();
		if (!iterator.hasNext()) {
			return null;
		}
		JobDelivery delivery = iterator.next();
		iterator.remove();
		this.bytes -= delivery.bytes();
		return delivery;
	}

	void remove(JobDelivery delivery) {
		if (this.deliveries.remove(delivery)) {
			this.bytes -= delivery.bytes();
		}
	}

	int size() {
		return this.deliveries.size();
	}

	// The total size of the payloads in bytes.
	long bytes() {
		return this.bytes;
	}

	/**
	 * Return the time until a delivery has waited too long.
	 * @return the time in nanoseconds, zero or less if one already has
	 */
	long untilTooLate() {
		return this.deliveries.isEmpty() ? Long.MAX_VALUE
				: this.deliveries.iterator().next().createdAt() + LONGEST_WAIT - System.nanoTime();
	}

	List<JobDelivery> all() {
		return List.copyOf(this.deliveries);
	}

	// The most recent deliveries.
	List<JobDelivery> last(int count) {
		List<JobDelivery> all = new ArrayList<>(this.deliveries);
		return all.subList(all.size() - count, all.size());
	}

}
