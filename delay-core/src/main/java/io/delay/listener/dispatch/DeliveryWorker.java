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

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Carries out deliveries one after the other as long as there are any. It gives up its
 * thread from time to time, because other tasks of the executor may need the thread. A
 * worker runs once, or never if it is withdrawn.
 */
public final class DeliveryWorker implements Runnable {

	private static final long LONGEST_RUN = TimeUnit.MILLISECONDS.toNanos(20);

	private final DeliveryQueue queue;

	private final Supplier<@Nullable Runnable> deliveries;

	private final Runnable onEnd;

	/** The thread that sets this flag decides whether the worker starts. */
	private final AtomicBoolean decided = new AtomicBoolean();

	/**
	 * Create a worker.
	 * @param queue the queue
	 * @param deliveries takes deliveries from the queue and returns what carries them
	 * out, {@code null} if none is waiting
	 * @param onEnd called when the worker ends
	 */
	DeliveryWorker(DeliveryQueue queue, Supplier<@Nullable Runnable> deliveries, Runnable onEnd) {
		this.queue = queue;
		this.deliveries = deliveries;
		this.onEnd = onEnd;
	}

	/**
	 * Prevent the worker from starting.
	 * @return {@code false} if it has already started
	 */
	boolean withdraw() {
		return this.decided.compareAndSet(false, true);
	}

	@Override
	public void run() {
		if (!this.decided.compareAndSet(false, true)) {
			return;
		}
		this.queue.workers().begins();
		boolean ended = false;
		try {
			while (!ended) {
				work(System.nanoTime() + LONGEST_RUN);
				ended = this.queue.workers().mayEnd();
			}
		}
		finally {
			if (!ended) {
				this.queue.workers().ends();
			}
			this.onEnd.run();
		}
	}

	private void work(long end) {
		@Nullable Runnable delivery;
		do {
			delivery = this.deliveries.get();
			if (delivery != null) {
				delivery.run();
			}
		}
		while (delivery != null && System.nanoTime() - end < 0);
	}

}
