// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.PendingSettlement;

/**
 * The settlements that wait to be sent. Batches that failed before alternate with new
 * settlements. Callers must hold the lock of the {@link SettlementQueue}.
 */
final class SettlementBacklog {

	private static final int MAX_LENGTH = 4 * 1024 * 1024;

	private static final int MAX_BATCH_LENGTH = 256 * 1024;

	// If this number of settlements is waiting, they are sent at once, because larger
	// batches would save little.
	private static final int LARGE_BATCH = 64;

	private final Deque<PendingSettlement> waiting = new ArrayDeque<>();

	private final Queue<SettlementBatch> failed = new PriorityQueue<>(SettlementBatch.BY_DUE_TIME);

	// The total length of error texts and payloads.
	private long length;

	private int failedSize;

	// Whether one of the new settlements must be sent at once.
	private boolean urgent;

	private boolean tookFailed;

	// Returns whether the time until a batch should be sent has changed.
	boolean add(PendingSettlement settlement) {
		this.waiting.add(settlement);
		this.urgent = this.urgent || settlement.isUrgent() || this.waiting.size() >= LARGE_BATCH;
		this.length += settlement.length();
		return this.urgent || this.waiting.size() == 1;
	}

	void addFailed(List<SettlementBatch> batches) {
		for (SettlementBatch batch : batches) {
			this.failed.add(batch);
			this.failedSize += batch.size();
			this.length += batch.length();
		}
	}

	@Nullable SettlementBatch next(int size) {
		SettlementBatch again = this.failed.peek();
		this.tookFailed = again != null && again.dueIn() <= 0 && (!this.tookFailed || this.waiting.isEmpty());
		if (this.tookFailed) {
			this.failedSize -= again.size();
			this.length -= again.length();
			return this.failed.remove();
		}
		return this.waiting.isEmpty() ? null : nextWaiting(Math.min(size, this.waiting.size()));
	}

	// Allocates first, so that no settlement is lost if memory is exhausted
	private SettlementBatch nextWaiting(int size) {
		List<PendingSettlement> settlements = new ArrayList<>(size);
		SettlementBatch batch = new SettlementBatch(settlements);
		for (int taken = 0; settlements.size() < size && taken < MAX_BATCH_LENGTH;) {
			PendingSettlement settlement = this.waiting.remove();
			taken += settlement.length();
			this.length -= settlement.length();
			settlements.add(settlement);
		}
		this.urgent = this.waiting.size() >= LARGE_BATCH || this.waiting.stream().anyMatch(PendingSettlement::isUrgent);
		return batch;
	}

	// Returns the nanoseconds until a batch should be sent. For the length of the pause,
	// settlements that are not urgent can wait for others, so that they share a call.
	long dueIn(long pause) {
		SettlementBatch again = this.failed.peek();
		long failedDueIn = (again != null) ? again.dueIn() : Long.MAX_VALUE;
		if (this.waiting.isEmpty()) {
			return failedDueIn;
		}
		return this.urgent ? 0 : Math.min(failedDueIn, pause);
	}

	boolean isFull(int capacity) {
		return size() >= capacity || this.length >= MAX_LENGTH;
	}

	List<PendingSettlement> all() {
		List<PendingSettlement> all = new ArrayList<>(this.waiting);
		this.failed.forEach((batch) -> all.addAll(batch.settlements()));
		return all;
	}

	int size() {
		return this.waiting.size() + this.failedSize;
	}

}
