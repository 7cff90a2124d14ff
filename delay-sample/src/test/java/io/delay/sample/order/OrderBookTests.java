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
	void eitherPaymentOrTimeoutDecides() throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(2);
		try {
			for (int i = 0; i < 500; i++) {
				eitherPaymentOrTimeoutDecides(threads);
			}
		}
		finally {
			threads.shutdownNow();
		}
	}

	private void eitherPaymentOrTimeoutDecides(ExecutorService threads) throws Exception {
		long id = this.book.place("tea").id();
		CyclicBarrier together = new CyclicBarrier(2);
		Future<Boolean> paid = threads.submit(() -> end(id, OrderState.PAID, together));
		Future<Boolean> closed = threads.submit(() -> end(id, OrderState.CLOSED, together));
		assertThat(closed.get()).isNotEqualTo(paid.get());
		assertThat(this.book.find(id)).get()
			.extracting(Order::state)
			.isEqualTo(paid.get() ? OrderState.PAID : OrderState.CLOSED);
	}

	private boolean end(long id, OrderState state, CyclicBarrier together) throws Exception {
		together.await();
		return this.book.end(id, state);
	}

	@Test
	void unknownOrderIsLeftAlone() {
		assertThat(this.book.end(1, OrderState.CLOSED)).isFalse();
		assertThat(this.book.all()).isEmpty();
	}

}
