// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;

import io.delay.boot.test.AutoConfigureDelay;
import io.delay.boot.test.DelayTester;
import io.delay.boot.test.JobRun;
import io.delay.sample.order.OrderTimeoutListener.OrderTimeout;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OrderTimeoutListener} that neither need Redis nor wait.
 */
@SpringBootTest(properties = "spring.data.redis.port=1")
@AutoConfigureDelay
class OrderTimeoutTests {

	private static final String TOPIC = OrderTimeoutListener.TOPIC;

	@Autowired
	private DelayTester delay;

	@Autowired
	private OrderService orders;

	@Autowired
	private OrderBook book;

	@Test
	void unpaidOrderIsClosedAfterItsTimeout() {
		Order order = this.orders.place("tea", null);
		assertThat(this.delay).topic(TOPIC)
			.hasJob(id(order))
			.dueIn(Duration.ofSeconds(10))
			.hasPayload(new OrderTimeout(order.id()));
		this.delay.advance(Duration.ofSeconds(10).minusMillis(1));
		assertThat(stateOf(order)).isEqualTo(Order.State.PLACED);
		this.delay.advance(Duration.ofMillis(1));
		assertThat(stateOf(order)).isEqualTo(Order.State.CLOSED);
		assertThat(this.delay).topic(TOPIC).hasNoJobs();
	}

	@Test
	void orderHasItsOwnTimeout() {
		Order patient = this.orders.place("tea", 3600);
		Order hasty = this.orders.place("tea", 1);
		assertThat(this.delay.advance(Duration.ofMinutes(59))).extracting(JobRun::id).containsExactly(id(hasty));
		assertThat(stateOf(patient)).isEqualTo(Order.State.PLACED);
		this.delay.advance(Duration.ofMinutes(1));
		assertThat(stateOf(patient)).isEqualTo(Order.State.CLOSED);
	}

	@Test
	void paidOrderIsNeverClosed() {
		Order order = this.orders.place("tea", null);
		this.orders.pay(order.id());
		assertThat(this.delay).topic(TOPIC).hasNoJobs();
		assertThat(this.delay.advance(Duration.ofDays(1))).isEmpty();
		assertThat(stateOf(order)).isEqualTo(Order.State.PAID);
	}

	private Order.State stateOf(Order order) {
		return this.book.find(order.id()).orElseThrow().state();
	}

	private static String id(Order order) {
		return Long.toString(order.id());
	}

}
