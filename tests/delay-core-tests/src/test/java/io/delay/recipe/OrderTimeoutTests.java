// SPDX-License-Identifier: Apache-2.0

package io.delay.recipe;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.delay.annotation.DelayListener;
import io.delay.job.Job;
import io.delay.template.DelayTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * The recipe for an order timeout.
 */
class OrderTimeoutTests {

	private final RecipeApplication application = RecipeApplication.of(Orders.class, OrderService.class);

	private final OrderService service = this.application.bean(OrderService.class);

	private final Orders orders = this.application.bean(Orders.class);

	@AfterEach
	void close() {
		this.application.close();
	}

	@Test
	void unpaidOrderIsClosedAfter30Minutes() {
		this.service.place("7");
		this.application.advance(Duration.ofMinutes(30).minusMillis(1));
		assertThat(this.orders.states).containsEntry("7", OrderState.PLACED);
		this.application.advance(Duration.ofMillis(1));
		assertThat(this.orders.states).containsEntry("7", OrderState.CLOSED);
		assertThatIllegalStateException().isThrownBy(() -> this.service.pay("7"));
		assertThat(this.orders.states).containsEntry("7", OrderState.CLOSED);
	}

	@Test
	void paidOrderStaysPaid() {
		this.service.place("7");
		this.application.advance(Duration.ofMinutes(29));
		this.service.pay("7");
		assertThat(this.application.template().find("order-timeout", "7")).isEmpty();
		this.application.advance(Duration.ofHours(1));
		assertThat(this.orders.states).containsEntry("7", OrderState.PAID);
	}

	@Test
	void timeoutOfAPaidOrderChangesNothing() {
		this.service.place("7");
		this.orders.change("7", OrderState.PLACED, OrderState.PAID);
		this.application.advance(Duration.ofMinutes(30));
		assertThat(this.orders.states).containsEntry("7", OrderState.PAID);
		assertThat(this.application.template().find("order-timeout", "7")).isEmpty();
	}

	enum OrderState {

		PLACED, PAID, CLOSED

	}

	record OrderTimeout(String orderId) {

	}

	static class OrderService {

		private final Orders orders;

		private final DelayTemplate delayTemplate;

		OrderService(Orders orders, DelayTemplate delayTemplate) {
			this.orders = orders;
			this.delayTemplate = delayTemplate;
		}

		void place(String orderId) {
			this.orders.add(orderId);
			this.delayTemplate.afterCommit()
				.submit(Job.to("order-timeout")
					.id(orderId)
					.payload(new OrderTimeout(orderId))
					.delay(Duration.ofMinutes(30))
					.build());
		}

		void pay(String orderId) {
			if (!this.orders.change(orderId, OrderState.PLACED, OrderState.PAID)) {
				throw new IllegalStateException("Order " + orderId + " is closed");
			}
			this.delayTemplate.afterCommit().cancel("order-timeout", orderId);
		}

		@DelayListener("order-timeout")
		void closeIfUnpaid(OrderTimeout timeout) {
			this.orders.change(timeout.orderId(), OrderState.PLACED, OrderState.CLOSED);
		}

	}

	/**
	 * A table of orders.
	 */
	static class Orders {

		private final Map<String, OrderState> states = new ConcurrentHashMap<>();

		void add(String orderId) {
			this.states.put(orderId, OrderState.PLACED);
		}

		// update orders set state = :to where id = :orderId and state = :from
		boolean change(String orderId, OrderState from, OrderState to) {
			return this.states.replace(orderId, from, to);
		}

	}

}
