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

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A lock, and the ways to use it.
 */
final class Guard {

	private final Lock lock = new ReentrantLock();

	Condition condition() {
		return this.lock.newCondition();
	}

	void run(Runnable action) {
		get(() -> {
			action.run();
			return null;
		});
	}

	<T extends @Nullable Object> T get(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait, and run an action without releasing the lock in between.
	 * @param condition signalled when the time to wait may have changed
	 * @param wait returns the time to wait in nanoseconds, zero or less if the wait is
	 * over
	 * @return the result of the action
	 * @throws InterruptedException if the thread is interrupted
	 */
	<T extends @Nullable Object> T await(Condition condition, LongSupplier wait, Supplier<T> action)
			throws InterruptedException {
		this.lock.lock();
		try {
			for (long nanos = wait.getAsLong(); nanos > 0; nanos = wait.getAsLong()) {
				condition.awaitNanos(nanos);
			}
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

}
