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
final class Deliveries<T> {

	private final BlockingQueue<T> deliveries = new LinkedBlockingQueue<>();

	void add(T delivery) {
		this.deliveries.add(delivery);
	}

	boolean isEmpty() {
		return this.deliveries.isEmpty();
	}

	/**
	 * The next delivery; waits for it.
	 */
	T next() throws InterruptedException {
		T next = this.deliveries.poll(10, TimeUnit.SECONDS);
		assertThat(next).as("a delivery within 10 seconds").isNotNull();
		return next;
	}

}
