// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Predicate;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.delivery.HandlerScope;
import io.delay.listener.execute.Execution;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.settle.JobSettler;
import io.delay.store.Lease;

/**
 * The delivery of one job to a worker: it waits, is carried out, and ends. Either a
 * worker starts it or it is handed back, never both.
 */
public final class JobDelivery implements Runnable {

	private static final Log logger = LogFactory.getLog(JobDelivery.class);

	private final HeldJob job;

	private final Execution execution;

	private final JobSettler settler;

	private final Consumer<JobDelivery> onEnd;

	private final HandlerScope scope;

	// Written by the worker that takes the delivery and by the poller, under the lock of
	// the dispatcher.
	private final ProgressReport progress;

	// When the job began to wait for a worker, as a System.nanoTime() value. Written by
	// the poller or the thread that starts due jobs, under the lock of the dispatcher.
	private long waitingSince;

	// Whether the lease can no longer become void before the job is due. Set by the
	// thread that starts due jobs, under the lock of the dispatcher.
	private boolean checked;

	// Set once, by the worker that starts the delivery or the thread that gives it up,
	// under the monitor of this delivery.
	private boolean claimed;

	// Null unless a worker has started the delivery. Written together with the flag
	// above.
	private @Nullable HandlerRun run;

	public JobDelivery(HeldJob job, Execution execution, JobSettler settler, Consumer<JobDelivery> onEnd) {
		this.job = job;
		this.scope = job.lease().scope();
		this.progress = new ProgressReport(job.lease());
		this.execution = execution;
		this.settler = settler;
		this.onEnd = onEnd;
		this.checked = !job.job().revocable();
	}

	// The earliest time at which the handler may start, as a System.nanoTime() value.
	long startAt() {
		return this.job.startAt();
	}

	// Whether the lease must be checked before the job starts. Callers must hold the lock
	// of the dispatcher.
	boolean isUnchecked() {
		return !this.checked;
	}

	// Callers must hold the lock of the dispatcher.
	void checked() {
		this.checked = true;
	}

	public boolean isAlone() {
		return this.job.isAlone();
	}

	HandlerScope scope() {
		return this.scope;
	}

	boolean isAhead() {
		return this.job.isAhead();
	}

	// When the job began to wait for a worker, as a System.nanoTime() value. Callers must
	// hold the lock of the dispatcher.
	long waitingSince() {
		return this.waitingSince;
	}

	// Callers must hold the lock of the dispatcher.
	void waits() {
		this.waitingSince = System.nanoTime();
	}

	// Callers must hold the lock of the dispatcher.
	ProgressReport progress() {
		return this.progress;
	}

	Lease lease() {
		return this.job.lease().lease();
	}

	int bytes() {
		return this.job.job().record().payload().length;
	}

	public boolean isHandled() {
		return startedRun() != null;
	}

	// Whether the handler returned before its work was done; the work ends on a different
	// thread.
	boolean isPending() {
		return isRun(HandlerRun::isPending);
	}

	// In nanoseconds; zero if no worker has started the delivery.
	long handlingNanos() {
		HandlerRun run = startedRun();
		return (run != null) ? run.nanos() : 0;
	}

	@Override
	public void run() {
		awaitStart();
		HandlerRun run = new HandlerRun();
		if (!begin(run)) {
			return;
		}
		Handling handling;
		try {
			handling = execute(run);
		}
		catch (RuntimeException | Error ex) {
			endWithoutSettlement();
			throw ex;
		}
		if (handling instanceof PendingHandling pending) {
			endLater(run, pending);
		}
		else {
			end(handling);
		}
	}

	private void endLater(HandlerRun run, PendingHandling pending) {
		try {
			run.pending(pending);
			this.job.lease().whenLost(pending::cancel);
		}
		finally {
			pending.deliver((result, failure) -> ended(result, failure, false));
		}
		// The settlement of an asynchronous result does not wait for room, so the worker
		// waits before it handles the next job
		this.settler.awaitRoom();
	}

	// Starts the delivery, unless it was handed back or its lease has ended.
	boolean begin(HandlerRun run) {
		if (this.job.lease().hasEnded()) {
			if (handBack()) {
				this.settler.endedBeforeStart(this.job);
			}
			return false;
		}
		return claim(run);
	}

	void end(Handling handling) {
		if (handling instanceof PendingHandling pending) {
			pending.deliver((result, failure) -> ended(result, failure, true));
		}
		else {
			settle((HandlingResult) handling, true);
		}
	}

	// A thread that belongs to the application must not block
	private void ended(@Nullable HandlingResult result, @Nullable Throwable failure, boolean mayBlock) {
		try {
			if (result != null) {
				settle(result, mayBlock);
			}
			else {
				endWithoutSettlement();
				failed(failure);
			}
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	private void failed(@Nullable Throwable failure) {
		logger.error("Could not settle " + this.job + "; it is delivered again after its TTR", failure);
	}

	private void settle(HandlingResult result, boolean mayBlock) {
		try {
			PendingSettlement settlement = this.job.settle(result);
			if (mayBlock) {
				this.settler.settle(settlement);
			}
			else {
				this.settler.settleWithoutBlocking(settlement);
			}
		}
		catch (RuntimeException | Error ex) {
			// No settlement of this job will call onEnd
			this.job.onEnd().run();
			throw ex;
		}
		finally {
			this.onEnd.accept(this);
		}
	}

	void endWithoutSettlement() {
		try {
			this.job.onEnd().run();
		}
		finally {
			this.onEnd.accept(this);
		}
	}

	// A worker takes the job shortly before it is due. An interrupt does not start the
	// handler early; the interrupt status is set again for the handler.
	void awaitStart() {
		boolean wasInterrupted = false;
		for (long wait = startAt() - System.nanoTime(); wait > 0; wait = startAt() - System.nanoTime()) {
			LockSupport.parkNanos(this, wait);
			wasInterrupted |= Thread.interrupted();
		}
		if (wasInterrupted) {
			Thread.currentThread().interrupt();
		}
	}

	private Handling execute(HandlerRun run) {
		this.scope.enter();
		try {
			return this.execution.execute(this.job, run::end);
		}
		finally {
			this.scope.leave();
			run.leave();
		}
	}

	/** Hand the job back to the store, unless a worker has started it. */
	public boolean handBack() {
		if (!claim(null)) {
			return false;
		}
		try {
			this.settler.settle(this.job.handBack());
		}
		finally {
			this.onEnd.accept(this);
		}
		return true;
	}

	// Gives the job up because its lease is no longer valid, unless a worker has started
	// it or it was handed back.
	void drop() {
		if (claim(null)) {
			this.job.lease().lose();
			endWithoutSettlement();
		}
	}

	// Whether the handler is still running, or its transaction has not ended, although
	// its lease has ended.
	boolean isOverdue() {
		return isRun(HandlerRun::isRunning) && this.job.lease().isStarted() && this.job.lease().hasEnded();
	}

	// The stack of the worker, null if it has nothing left to do for the handler.
	@Nullable WorkerStack stackOfWorker() {
		HandlerRun run = startedRun();
		return (run != null) ? run.stack() : null;
	}

	HeldJob job() {
		return this.job;
	}

	/**
	 * Interrupt the worker if it is running the handler, or cancel the asynchronous
	 * result of the handler. If a worker has taken the job but not started it, the job is
	 * handed back instead.
	 */
	public boolean interrupt() {
		return !handBack() && isRun(HandlerRun::interrupt);
	}

	boolean cancelResult() {
		return isRun(HandlerRun::cancel);
	}

	boolean isCaller() {
		return this.scope.isCurrent();
	}

	private boolean isRun(Predicate<HandlerRun> condition) {
		HandlerRun started = startedRun();
		return started != null && condition.test(started);
	}

	private synchronized boolean claim(@Nullable HandlerRun run) {
		if (this.claimed) {
			return false;
		}
		this.claimed = true;
		this.run = run;
		return true;
	}

	synchronized @Nullable HandlerRun startedRun() {
		return this.run;
	}

}
