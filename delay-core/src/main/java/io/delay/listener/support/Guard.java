// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.support;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * A lock, and the ways to use it.
 */
public final class Guard {

	private final Lock lock = new ReentrantLock();

	public Condition condition() {
		return this.lock.newCondition();
	}

	public void run(Runnable action) {
		get(() -> {
			action.run();
			return null;
		});
	}

	public <T extends @Nullable Object> T get(Supplier<T> action) {
		this.lock.lock();
		try {
			return action.get();
		}
		finally {
			this.lock.unlock();
		}
	}

	// Waits, and runs an action without releasing the lock in between. The wait is over
	// if its supplier returns zero nanoseconds or less.
	public <T extends @Nullable Object> T await(Condition condition, LongSupplier wait, Supplier<T> action)
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
