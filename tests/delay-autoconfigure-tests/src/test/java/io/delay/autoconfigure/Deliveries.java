// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a listener was called with.
 *
 * @param <T> the type of what it was called with
 */
public final class Deliveries<T> {

	private final BlockingQueue<T> deliveries = new LinkedBlockingQueue<>();

	public void add(T delivery) {
		this.deliveries.add(delivery);
	}

	public boolean isEmpty() {
		return this.deliveries.isEmpty();
	}

	/**
	 * The next delivery; waits for it.
	 */
	public T next() throws InterruptedException {
		T next = this.deliveries.poll(10, TimeUnit.SECONDS);
		assertThat(next).as("a delivery within 10 seconds").isNotNull();
		return next;
	}

}
