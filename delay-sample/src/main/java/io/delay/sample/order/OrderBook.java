// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;

import org.springframework.stereotype.Component;

/**
 * All orders, in memory. If a payment and a timeout compete for an order, the first one
 * decides its state and the other one changes nothing.
 */
@Component
class OrderBook {

	private final AtomicLong lastId = new AtomicLong();

	private final ConcurrentNavigableMap<Long, Order> orders = new ConcurrentSkipListMap<>();

	Order place(String item) {
		Order order = new Order(this.lastId.incrementAndGet(), item, Order.State.PLACED);
		this.orders.put(order.id(), order);
		return order;
	}

	/**
	 * Pay or close an order, unless it has been paid or closed before.
	 * @param id the number of the order
	 * @return whether this call has changed it
	 */
	boolean end(long id, Order.State state) {
		Order order = this.orders.get(id);
		return order != null && order.state() == Order.State.PLACED && this.orders.replace(id, order, order.as(state));
	}

	void forget(long id) {
		this.orders.remove(id);
	}

	Optional<Order> find(long id) {
		return Optional.ofNullable(this.orders.get(id));
	}

	Collection<Order> all() {
		return List.copyOf(this.orders.values());
	}

}
