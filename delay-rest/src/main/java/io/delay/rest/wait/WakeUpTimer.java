// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.wait;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A timer with at most one scheduled call, the earliest that was requested. All fields
 * are guarded by the lock of this object.
 */
final class WakeUpTimer implements AutoCloseable {

	// An event can be centuries away, which does not fit into a long in nanoseconds
	private static final Duration LONGEST = Duration.ofDays(1);

	private final ScheduledExecutorService scheduler;

	private @Nullable Future<?> appointment;

	private long appointedAt;

	private boolean isClosed;

	WakeUpTimer(ScheduledExecutorService scheduler) {
		this.scheduler = scheduler;
	}

	/**
	 * Call an action after a delay, unless an earlier call is already scheduled.
	 * @param delay the time from now; after a day, the action is called even if the time
	 * is longer
	 * @param action the action, which must return at once
	 */
	synchronized void wakeUpIn(Duration delay, Runnable action) {
		long nanos = ((delay.compareTo(LONGEST) < 0) ? delay : LONGEST).toNanos();
		long at = System.nanoTime() + nanos;
		if (this.isClosed || (this.appointment != null && this.appointedAt - at <= 0)) {
			return;
		}
		cancel();
		this.appointedAt = at;
		this.appointment = this.scheduler.schedule(() -> keep(at, action), nanos, TimeUnit.NANOSECONDS);
	}

	private void keep(long at, Runnable action) {
		synchronized (this) {
			if (this.appointedAt == at) {
				this.appointment = null;
			}
		}
		action.run();
	}

	private void cancel() {
		if (this.appointment != null) {
			this.appointment.cancel(false);
			this.appointment = null;
		}
	}

	@Override
	public synchronized void close() {
		this.isClosed = true;
		cancel();
	}

}
