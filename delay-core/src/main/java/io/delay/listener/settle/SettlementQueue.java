// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.support.Guard;

/**
 * A bounded queue of settlements that wait to be sent. Adding a settlement blocks while
 * the queue is full.
 */
final class SettlementQueue {

	// The minimum time between the starts of two calls, unless a settlement is urgent.
	// Such a short delay goes unnoticed, because the job is done and only its record
	// remains in the store.
	private static final Duration PACE = Duration.ofMillis(5);

	// The maximum pause between retries during a stop, which has a time limit.
	private static final Duration LONGEST_PAUSE_OF_A_STOP = Duration.ofMillis(100);

	private final int capacity;

	private final long pace;

	private final Guard guard = new Guard();

	private final Condition filled = this.guard.condition();

	private final Condition drained = this.guard.condition();

	private final SettlementBacklog backlog = new SettlementBacklog();

	private @Nullable SettlementBatch inProgress;

	// When settlements that are not urgent are sent next, as a System.nanoTime() value.
	private long nextAt = System.nanoTime();

	private boolean stopping;

	private volatile boolean closed;

	SettlementQueue(int capacity) {
		this(capacity, PACE);
	}

	SettlementQueue(int capacity, Duration pace) {
		this.capacity = capacity;
		this.pace = pace.toNanos();
	}

	// Waits while there is no room unless a stop has begun. False if the queue is closed.
	boolean add(PendingSettlement settlement) {
		return this.guard.get(() -> {
			waitForRoom();
			return append(settlement);
		});
	}

	void awaitRoom() {
		this.guard.run(this::waitForRoom);
	}

	private void waitForRoom() {
		while (this.backlog.isFull(this.capacity) && !this.stopping && !this.closed) {
			this.drained.awaitUninterruptibly();
		}
	}

	// Does not wait for room. False if the queue is closed.
	boolean offer(PendingSettlement settlement) {
		return this.guard.get(() -> append(settlement));
	}

	private boolean append(PendingSettlement settlement) {
		if (this.closed) {
			return false;
		}
		if (this.backlog.add(settlement)) {
			this.filled.signal();
		}
		return true;
	}

	// Takes a batch, waiting until there is one. The batch stays in progress until sent()
	// or failed() is called; until then, this method returns the same batch.
	@Nullable SettlementBatch take(int size) {
		return this.guard.get(() -> {
			while (!this.closed && this.inProgress == null) {
				long wait = this.backlog.dueIn(untilNext());
				if (wait > 0) {
					awaitFilled(wait);
				}
				else {
					this.inProgress = this.backlog.next(size);
					this.nextAt = System.nanoTime() + this.pace;
					this.drained.signalAll();
				}
			}
			return this.closed ? null : this.inProgress;
		});
	}

	// How long settlements that are not urgent wait, in nanoseconds.
	private long untilNext() {
		return this.stopping ? 0 : this.nextAt - System.nanoTime();
	}

	// Only the settler uses its thread, so an interrupt has no meaning: it ends the wait
	private long awaitFilled(long nanos) {
		try {
			return this.filled.awaitNanos(nanos);
		}
		catch (InterruptedException ex) {
			return 0;
		}
	}

	void sent() {
		failed(List.of());
	}

	void failed(List<SettlementBatch> again) {
		this.guard.run(() -> {
			this.backlog.addFailed(again);
			this.inProgress = null;
			this.drained.signalAll();
		});
	}

	// A stop limits the length of the pause. The start of a stop or closing the queue
	// ends it.
	void pause(Duration duration) {
		this.guard.run(() -> {
			boolean stopping = this.stopping;
			boolean shorter = stopping && duration.compareTo(LONGEST_PAUSE_OF_A_STOP) > 0;
			long remaining = (shorter ? LONGEST_PAUSE_OF_A_STOP : duration).toNanos();
			while (remaining > 0 && this.stopping == stopping && !this.closed) {
				remaining = awaitFilled(remaining);
			}
		});
	}

	// Records that a stop has begun. From now on, add() does not block, because only a
	// few more settlements can follow. Settlements that are not urgent no longer wait for
	// others.
	void stopping() {
		this.guard.run(() -> {
			this.stopping = true;
			this.filled.signalAll();
			this.drained.signalAll();
		});
	}

	// Waits until all settlements are sent, then closes the queue. Nothing can be added
	// between these two steps.
	void closeOnceEmpty(Duration timeout) throws InterruptedException {
		long end = System.nanoTime() + timeout.toNanos();
		stopping();
		try {
			this.guard.await(this.drained, () -> (size() > 0) ? end - System.nanoTime() : 0, () -> {
				close();
				return null;
			});
		}
		catch (InterruptedException ex) {
			close();
			throw ex;
		}
	}

	int left() {
		return this.guard.get(this::size);
	}

	List<PendingSettlement> all() {
		return this.guard.get(() -> {
			List<PendingSettlement> all = this.backlog.all();
			if (this.inProgress != null) {
				all.addAll(this.inProgress.settlements());
			}
			return all;
		});
	}

	private int size() {
		return this.backlog.size() + ((this.inProgress != null) ? this.inProgress.size() : 0);
	}

	void close() {
		this.guard.run(() -> {
			this.closed = true;
			this.filled.signalAll();
			this.drained.signalAll();
		});
	}

	boolean isClosed() {
		return this.closed;
	}

}
