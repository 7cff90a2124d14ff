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

package io.delay.listener;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Where settlements wait until they can be sent. Bounded: whoever adds more has to wait.
 */
final class SettlementQueue {

	private final int capacity;

	private final Lock lock = new ReentrantLock();

	private final Condition filled = this.lock.newCondition();

	private final Condition drained = this.lock.newCondition();

	private final Deque<PendingSettlement> waiting = new ArrayDeque<>();

	private int underWay;

	private boolean closed;

	SettlementQueue(int capacity) {
		this.capacity = capacity;
	}

	/**
	 * Add a settlement, waiting while there is no room.
	 * @param settlement the settlement
	 * @return {@code false} if the queue is closed and did not take it
	 */
	boolean add(PendingSettlement settlement) {
		this.lock.lock();
		try {
			while (this.waiting.size() >= this.capacity && !this.closed) {
				this.drained.awaitUninterruptibly();
			}
			if (this.closed) {
				return false;
			}
			this.waiting.add(settlement);
			this.filled.signal();
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Fill a batch, waiting until it holds at least one settlement. What it holds counts
	 * as under way until the next call.
	 * @param batch what is left of the last batch
	 * @param size the most settlements of a batch
	 * @return {@code false} if the queue is closed
	 */
	boolean fill(List<PendingSettlement> batch, int size) {
		this.lock.lock();
		try {
			setUnderWay(batch.size());
			while (batch.isEmpty() && this.waiting.isEmpty() && !this.closed) {
				this.filled.awaitUninterruptibly();
			}
			if (this.closed) {
				return false;
			}
			while (batch.size() < size && !this.waiting.isEmpty()) {
				batch.add(this.waiting.remove());
			}
			setUnderWay(batch.size());
			return true;
		}
		finally {
			this.lock.unlock();
		}
	}

	private void setUnderWay(int underWay) {
		this.underWay = underWay;
		this.drained.signalAll();
	}

	/**
	 * Wait without sending anything.
	 * @param duration how long, unless the queue is closed
	 */
	void pause(Duration duration) {
		long end = System.nanoTime() + duration.toNanos();
		this.lock.lock();
		try {
			long remaining = duration.toNanos();
			while (!this.closed && remaining > 0) {
				remaining = this.filled.awaitNanos(end - System.nanoTime());
			}
		}
		catch (InterruptedException ex) {
			// Nobody but the settler owns its thread: go on at once
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Wait until everything was sent.
	 * @param timeout how long at most
	 * @return how many settlements are left
	 * @throws InterruptedException if the thread is interrupted
	 */
	int awaitEmpty(Duration timeout) throws InterruptedException {
		long remaining = timeout.toNanos();
		this.lock.lock();
		try {
			while (this.waiting.size() + this.underWay > 0 && remaining > 0) {
				remaining = this.drained.awaitNanos(remaining);
			}
			return this.waiting.size() + this.underWay;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Take nothing and give nothing any more.
	 */
	void close() {
		this.lock.lock();
		try {
			this.closed = true;
			this.filled.signalAll();
			this.drained.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

}
