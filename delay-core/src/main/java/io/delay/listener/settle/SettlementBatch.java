// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.util.Comparator;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.support.RetryPause;
import io.delay.store.Settlement;

/**
 * Settlements that are sent in one call. After a failure they are sent again in two
 * halves, so that a settlement which always fails is soon alone and does not delay
 * others.
 */
final class SettlementBatch {

	static final Comparator<SettlementBatch> BY_DUE_TIME = (first, second) -> Long.signum(first.dueAt - second.dueAt);

	private final List<PendingSettlement> settlements;

	// The pauses between retries. Set once the store has refused the only settlement of
	// this batch, or was unreachable for this batch.
	private final @Nullable RetryPause pause;

	private final long dueAt;

	SettlementBatch(List<PendingSettlement> settlements) {
		this(settlements, null, 0);
	}

	private SettlementBatch(List<PendingSettlement> settlements, @Nullable RetryPause pause, long delay) {
		this.settlements = settlements;
		this.pause = pause;
		this.dueAt = System.nanoTime() + delay;
	}

	List<PendingSettlement> settlements() {
		return this.settlements;
	}

	List<Settlement> toSend() {
		return this.settlements.stream().map(PendingSettlement::settlement).toList();
	}

	int size() {
		return this.settlements.size();
	}

	long length() {
		return this.settlements.stream().mapToLong(PendingSettlement::length).sum();
	}

	long dueIn() {
		return this.dueAt - System.nanoTime();
	}

	// Whether the batch is repeated after a pause while other settlements continue to be
	// sent.
	boolean isPostponed() {
		return this.pause != null;
	}

	// Returns the batches to send after this one has failed. The store may have answered
	// and refused them.
	List<SettlementBatch> after(List<PendingSettlement> left, boolean refused) {
		if (left.size() > 1) {
			int middle = left.size() / 2;
			return List.of(new SettlementBatch(left.subList(0, middle)),
					new SettlementBatch(left.subList(middle, left.size())));
		}
		return left.isEmpty() ? List.of()
				: List.of(refused ? postponed(left) : new SettlementBatch(left, this.pause, 0));
	}

	List<SettlementBatch> later(List<PendingSettlement> left) {
		return left.isEmpty() ? List.of() : List.of(postponed(left));
	}

	private SettlementBatch postponed(List<PendingSettlement> left) {
		RetryPause next = (this.pause != null) ? this.pause : RetryPause.ofSettlements();
		return new SettlementBatch(left, next, next.next().toNanos());
	}

}
