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

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A task of the executor, which carries out one delivery. It goes on as long as
 * deliveries are waiting for which no other task is waiting in the executor: on the
 * threads of the container because it holds jobs in advance, on others only if a job
 * arrives before the previous one has ended. A worker runs once, or never if it is
 * withdrawn.
 */
public final class DeliveryWorker implements Runnable {

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
				@Nullable Runnable delivery = this.deliveries.get();
				if (delivery != null) {
					delivery.run();
				}
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

}
