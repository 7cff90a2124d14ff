// SPDX-License-Identifier: Apache-2.0

package io.delay.sample.order;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link OrderBook}.
 */
class OrderBookTests {

	private final OrderBook book = new OrderBook();

	@Test
	void orderIsEitherPaidOrClosed() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			for (int i = 0; i < 500; i++) {
				orderIsEitherPaidOrClosed(threads);
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void orderIsEitherPaidOrClosed(ExecutorService threads) throws Exception {
		long id = this.book.place("tea").id();
		CyclicBarrier together = new CyclicBarrier(2);
		Future<Boolean> paid = threads.submit(() -> end(id, Order.State.PAID, together));
		Future<Boolean> closed = threads.submit(() -> end(id, Order.State.CLOSED, together));
		assertThat(closed.get()).isNotEqualTo(paid.get());
		assertThat(this.book.find(id)).get()
			.extracting(Order::state)
			.isEqualTo(paid.get() ? Order.State.PAID : Order.State.CLOSED);
	}

	private boolean end(long id, Order.State state, CyclicBarrier together) throws Exception {
		together.await();
		return this.book.end(id, state);
	}

	@Test
	void unknownOrderIsIgnored() {
		assertThat(this.book.end(1, Order.State.CLOSED)).isFalse();
		assertThat(this.book.all()).isEmpty();
	}

}
