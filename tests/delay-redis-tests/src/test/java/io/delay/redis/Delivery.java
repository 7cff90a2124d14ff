// SPDX-License-Identifier: Apache-2.0

package io.delay.redis;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

import io.delay.listener.JobContext;

/**
 * What a test notes of one call of a handler.
 *
 * @param instance the instance whose handler was called
 * @param id the id of the job
 * @param attempt the number of the attempt
 * @param redelivered whether a lease ran out before without a report
 * @param visibleSince since when it was ready
 * @param deadline the end of the lease
 * @param startedAt when the handler was called, by the store's clock
 */
public record Delivery(String instance, String id, int attempt, boolean redelivered, Instant visibleSince,
		Instant deadline, Instant startedAt) {

	/**
	 * The calls of all handlers of a test, for any thread.
	 */
	public static final class Log {

		private final StoreClock clock;

		private final List<Delivery> deliveries = new CopyOnWriteArrayList<>();

		public Log(StoreClock clock) {
			this.clock = clock;
		}

		public Delivery add(String instance, JobContext context) {
			Instant startedAt = this.clock.now();
			Delivery delivery = new Delivery(instance, context.id(), context.attempt(), context.isRedelivered(),
					context.visibleSince(), context.deadline(), startedAt);
			this.deliveries.add(delivery);
			return delivery;
		}

		public List<Delivery> all() {
			return List.copyOf(this.deliveries);
		}

		public List<Delivery> of(String id) {
			return this.deliveries.stream()
				.filter((delivery) -> delivery.id().equals(id))
				.sorted(Comparator.comparingInt(Delivery::attempt))
				.toList();
		}

		public Set<String> ids() {
			return this.deliveries.stream().map(Delivery::id).collect(Collectors.toSet());
		}

		public Map<String, Long> countById() {
			return this.deliveries.stream().collect(Collectors.groupingBy(Delivery::id, Collectors.counting()));
		}

	}

}
