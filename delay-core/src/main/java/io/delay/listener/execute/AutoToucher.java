// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.listener.DelayListenerEndpoint;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.support.ContainerThread;
import io.delay.listener.support.Guard;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.JobStore;
import io.delay.store.SettleResult;
import io.delay.store.Touch;
import io.delay.support.FailureLog;

/**
 * Extends the leases of running handlers on a thread of its own, because the poller and
 * the settler may be waiting for the store when a touch is due. All leases that are due
 * are extended in one call. The toucher continues while the container waits for its
 * handlers to end.
 */
public final class AutoToucher {

	private static final Log logger = LogFactory.getLog(AutoToucher.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	private final JobStore store;

	private final LeaseToucher leases;

	private final Duration maxRunTime;

	private final JobFailureLog failures;

	private final ContainerThread thread;

	private final Guard guard = new Guard();

	// Wakes the thread if a touch is due before the next look, or on close.
	private final Condition earlier = this.guard.condition();

	// Guarded by the lock. Each worker adds and removes its own touch.
	private final Set<AutoTouch> running = new HashSet<>();

	// When the thread next looks for touches that are due, as a System.nanoTime() value;
	// null if no touch will be due. The end of a handler does not change this time, so
	// that workers rarely have to wake the thread. Guarded by the lock.
	private @Nullable Long nextLook;

	// Guarded by the lock.
	private boolean closed;

	// Read and written by the thread.
	private boolean ended;

	public AutoToucher(DelayListenerEndpoint endpoint, JobStore store, LeaseToucher leases, Duration maxRunTime,
			JobFailureLog failures, Consumer<@Nullable Throwable> onEnd) {
		this.store = store;
		this.leases = leases;
		this.maxRunTime = maxRunTime;
		this.failures = failures;
		this.thread = new ContainerThread("delay-toucher-" + endpoint.id(), true, this::round, () -> this.ended, onEnd);
	}

	public ContainerThread thread() {
		return this.thread;
	}

	public void close(Duration timeout) throws InterruptedException {
		this.guard.run(() -> {
			this.closed = true;
			this.earlier.signalAll();
		});
		this.thread.awaitEnd(timeout);
	}

	/** Return an execution that also extends the lease of its job while it runs. */
	public Execution around(Execution execution) {
		return (job, interrupted) -> {
			AutoTouch touch = new AutoTouch(job.lease(), this.maxRunTime);
			add(touch);
			try {
				return execution.execute(job, interrupted).whenEnded(() -> remove(touch));
			}
			catch (RuntimeException | Error ex) {
				remove(touch);
				throw ex;
			}
		};
	}

	void add(AutoTouch touch) {
		this.guard.run(() -> {
			this.running.add(touch);
			long untilDue = touch.untilDue();
			Long next = this.nextLook;
			if (untilDue != AutoTouch.NEVER && (next == null || System.nanoTime() + untilDue - next < 0)) {
				this.earlier.signalAll();
			}
		});
	}

	void remove(AutoTouch touch) {
		this.guard.run(() -> this.running.remove(touch));
	}

	private boolean isRunning(AutoTouch touch) {
		return this.guard.get(() -> this.running.contains(touch));
	}

	private void round() throws InterruptedException {
		List<AutoTouch> due = awaitDue();
		if (due != null) {
			send(due);
		}
		this.ended = due == null;
	}

	// Returns null once the toucher is closed.
	private @Nullable List<AutoTouch> awaitDue() throws InterruptedException {
		return this.guard.await(this.earlier, () -> (this.closed || !due().isEmpty()) ? 0 : untilNextLook(),
				() -> this.closed ? null : due());
	}

	private long untilNextLook() {
		Long next = this.nextLook;
		return (next != null) ? Math.max(1, next - System.nanoTime()) : AutoTouch.NEVER;
	}

	private List<AutoTouch> due() {
		List<AutoTouch> due = new ArrayList<>();
		long first = AutoTouch.NEVER;
		for (AutoTouch touch : this.running) {
			long untilDue = touch.untilDue();
			first = Math.min(first, untilDue);
			if (untilDue <= 0) {
				due.add(touch);
			}
		}
		this.nextLook = (first != AutoTouch.NEVER) ? System.nanoTime() + first : null;
		return due;
	}

	private void send(List<AutoTouch> due) {
		long sentAt = System.nanoTime();
		List<AutoTouch> sent = new ArrayList<>(due.size());
		List<Touch> touches = new ArrayList<>(due.size());
		for (AutoTouch touch : due) {
			Touch next = touch.touch(sentAt);
			if (next != null) {
				sent.add(touch);
				touches.add(next);
			}
		}
		if (touches.isEmpty()) {
			return;
		}
		try {
			List<SettleResult> results = this.store.touch(touches);
			for (int i = 0; i < touches.size(); i++) {
				answered(sent.get(i), touches.get(i), results.get(i), sentAt);
			}
		}
		catch (DataAccessException ex) {
			logger.debug(describe(touches), ex);
			sent.forEach(AutoTouch::repeat);
		}
		catch (RuntimeException | Error ex) {
			this.failures.warnOfCall(failureLog, describe(touches), ex);
			sent.forEach(AutoTouch::repeat);
		}
	}

	private void answered(AutoTouch touch, Touch sent, SettleResult result, long sentAt) {
		switch (result) {
			case DONE -> touch.lease().extend(sentAt, sent.ttr());
			case UNREACHABLE -> {
				logger.debug(describe(List.of(sent)));
				touch.repeat();
			}
			case LEASE_LOST -> lost(touch);
		}
	}

	// If the handler has ended meanwhile, its own settlement has ended the lease.
	private void lost(AutoTouch touch) {
		if (isRunning(touch)) {
			touch.lease().lose();
			this.leases.lost(touch.lease());
		}
	}

	private static String describe(List<Touch> touches) {
		return "Could not extend the leases of " + touches.size() + " running handler(s) of topic '"
				+ touches.get(0).lease().topic() + "'; trying again until the leases end";
	}

	/**
	 * Determines when and by how much the lease of one running handler is extended: by
	 * its TTR when half of the TTR is left, and by less at the end, so that the lease
	 * ends when the handler has run for the maximum time.
	 */
	static final class AutoTouch {

		static final long NEVER = Long.MAX_VALUE;

		// The pause before a touch is repeated, or a tenth of the TTR if that is shorter.
		private static final long LONGEST_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

		private final HeldLease lease;

		private final long ttr;

		// The latest end of the lease, as a System.nanoTime() value.
		private final long lastEnd;

		// When the pause before a repeated touch ends, as a System.nanoTime() value.
		// Written by the toucher.
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

		// Makes the touch due again after a pause, because its result is unknown.
		void repeat() {
			this.pauseEnd = System.nanoTime() + pause();
		}

		private long pause() {
			return Math.max(1, Math.min(LONGEST_PAUSE, this.ttr / 10));
		}

	}

}
