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

package io.delay.listener.execute;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

import io.delay.listener.lease.HeldLease;

/**
 * Makes the workers of a process report the starts of redelivered jobs one after the
 * other. While the store confirms a start, that handler has not started yet. If a job
 * crashes the process meanwhile, at most one such job therefore loses an attempt without
 * having been started. Safe for use by several threads.
 */
public final class StartTurn {

	/** Fair, so that starts are confirmed in the order in which they came. */
	private final Lock lock = new ReentrantLock(true);

	/**
	 * Wait for the turn, at most until the lease ends.
	 * @param lease the lease of the job to start
	 * @return whether the caller has the turn and must {@link #release()} it;
	 * {@code false} also if the thread was interrupted, in which case its interrupt
	 * status is set
	 */
	boolean take(HeldLease lease) {
		try {
			return this.lock.tryLock(lease.end() - System.nanoTime(), TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	// Must be called by the thread that has the turn.
	void release() {
		this.lock.unlock();
	}

}
