// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.HeldLease;
import io.delay.store.Touch;

/**
 * Determines when and by how much the lease of one running handler is extended: by its
 * TTR when half of the TTR is left, and by less at the end, so that the lease ends when
 * the handler has run for the maximum time.
 */
final class AutoTouch {

	static final long NEVER = Long.MAX_VALUE;

	/** The pause before a touch is repeated, or a tenth of the TTR if that is shorter. */
	private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

	private final HeldLease lease;

	private final long ttr;

	/** The latest end of the lease, as a System.nanoTime() value. */
	private final long lastEnd;

	/**
	 * When the pause before a repeated touch ends, as a System.nanoTime() value. Written
	 * by the toucher.
	 */
	private volatile long pauseEnd;

	AutoTouch(HeldLease lease, Duration maxRunTime) {
		long now = System.nanoTime();
		this.lease = lease;
		this.ttr = lease.terms().ttr().toNanos();
		this.lastEnd = now + maxRunTime.toNanos();
		this.pauseEnd = now;
	}

	HeldLease lease() {
		return this.lease;
	}

	/** Return the nanoseconds until the lease is to be extended. */
	long untilDue() {
		long end = this.lease.end();
		long now = System.nanoTime();
		if (this.lease.isLost() || end - this.lastEnd >= 0) {
			return NEVER;
		}
		// The transaction of the handler may lock the job, until a rollback possibly
		// undoes that
		if (this.lease.endByHandler() != null) {
			return pause();
		}
		return Math.max(end - this.ttr / 2 - now, this.pauseEnd - now);
	}

	@Nullable Touch touch(long sentAt) {
		long extension = Math.min(this.ttr, this.lastEnd - sentAt);
		return (extension > 0) ? new Touch(this.lease.lease(), Duration.ofNanos(extension)) : null;
	}

	/** Make the touch due again after a pause, because its result is unknown. */
	void repeat() {
		this.pauseEnd = System.nanoTime() + pause();
	}

	private long pause() {
		return Math.max(1, Math.min(LONGEST_PAUSE, this.ttr / 10));
	}

}
