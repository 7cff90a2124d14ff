// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.lease;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.delay.delivery.HandlerScope;
import io.delay.observation.JobOutcome;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;

/**
 * The local view of a lease. The lease counts as ended one TTR after the reserve was
 * <em>sent</em>; for a job that was not yet due, the time until it was due is added. A
 * touch extends it. The local end is never later than the end that the store has
 * recorded.
 */
public final class HeldLease {

	private final Lease lease;

	private final LeaseTerms terms;

	private final HandlerScope scope;

	private final long firstEnd;

	private volatile long end;

	private volatile boolean lost;

	// Called when the lease is lost. Set by the worker of an asynchronous handler.
	private volatile @Nullable Runnable onLost;

	private boolean lossReported;

	// When the handler started, as a System.nanoTime() value. Written by its worker.
	private volatile @Nullable Long startedAt;

	// How long the handler ran, null until it has finished. Written by its worker.
	private volatile @Nullable Duration handlingTime;

	// Whether the transaction of the handler has ended the lease. Written by its worker.
	private volatile boolean settled;

	private volatile int touches;

	// The lease begins when the reserve was sent, plus the time until the job is due, as
	// a System.nanoTime() value.
	public HeldLease(Lease lease, LeaseTerms terms, long beginAt) {
		this.lease = lease;
		this.terms = terms;
		this.scope = new HandlerScope(lease);
		this.firstEnd = beginAt + terms.ttr().toNanos();
		this.end = this.firstEnd;
	}

	public Lease lease() {
		return this.lease;
	}

	public LeaseTerms terms() {
		return this.terms;
	}

	public HandlerScope scope() {
		return this.scope;
	}

	public @Nullable JobOutcome endByHandler() {
		HandlerScope.End end = this.scope.end(this.end);
		if (end == null) {
			return null;
		}
		return switch (end) {
			case CANCELLED -> JobOutcome.CANCELLED;
			case REPLACED -> JobOutcome.REPLACED;
		};
	}

	public void settled() {
		this.settled = true;
	}

	/**
	 * Record that the transaction of the handler was rolled back, so that the handler has
	 * not ended its job.
	 */
	public void rolledBack() {
		this.settled = false;
		this.scope.reopen();
	}

	/**
	 * Record that the transaction of the handler has not settled the job, because the
	 * handler itself has ended it.
	 */
	public void notSettled() {
		this.settled = false;
	}

	public boolean isSettled() {
		return this.settled;
	}

	public void started() {
		this.startedAt = System.nanoTime();
	}

	public boolean isStarted() {
		return this.startedAt != null;
	}

	public void handled() {
		this.handlingTime = handlingTime();
	}

	/** Return how long the handler ran, or has run so far. */
	public @Nullable Duration handlingTime() {
		Duration time = this.handlingTime;
		Long start = this.startedAt;
		return (time != null || start == null) ? time : Duration.ofNanos(System.nanoTime() - start);
	}

	public int touches() {
		return this.touches;
	}

	// As a System.nanoTime() value.
	public long end() {
		return this.end;
	}

	public boolean hasEnded() {
		return System.nanoTime() - this.end >= 0;
	}

	public boolean isLost() {
		return this.lost || hasEnded();
	}

	public void lose() {
		this.lost = true;
		Runnable listener = this.onLost;
		if (listener != null) {
			listener.run();
		}
	}

	// The listener is called when the lease is lost, or at once if it already is, but not
	// when the lease later ends by the local clock. It is called on any thread, possibly
	// more than once, and must not block.
	public void whenLost(Runnable listener) {
		this.onLost = listener;
		if (isLost()) {
			listener.run();
		}
	}

	// True for the first caller only, so that the loss of the lease is reported once.
	public synchronized boolean markLossReported() {
		boolean first = !this.lossReported;
		this.lossReported = true;
		return first;
	}

	// Nanoseconds since the lease began, less than zero if the job is not yet due.
	public long heldNanos() {
		return System.nanoTime() - this.firstEnd + this.terms.ttr().toNanos();
	}

	public void extend(long sentAt) {
		extend(sentAt, this.terms.ttr());
	}

	// The time is the System.nanoTime() at which the touch was sent, because the store
	// carried it out later.
	public synchronized void extend(long sentAt, Duration extension) {
		long extended = sentAt + extension.toNanos();
		if (extended - this.end > 0) {
			this.end = extended;
		}
		this.touches++;
	}

	/** Return how much later the lease ends than it did when the job was reserved. */
	public Duration extension() {
		return Duration.ofNanos(this.end - this.firstEnd);
	}

}
