// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;

import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.listener.execute.Execution;
import io.delay.listener.execute.Executions;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.support.Guard;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.Touch;

/**
 * Passes reserved jobs to workers, which are tasks of the executor. Jobs that no worker
 * takes are handed back to the store: at once if the container stops or the executor
 * rejects a worker, otherwise after a short wait. Jobs that were reserved before they are
 * due are held until then.
 * <p>
 * All that its threads share is in {@link HeldDeliveries}, under one lock. The executor,
 * the store and the deliveries are called without the lock.
 */
public final class JobDispatcher {

	// How often a thread that waits for the last jobs looks for leases that have ended,
	// and for handlers that have called System.exit.
	private static final long LONGEST_LOOK = TimeUnit.MILLISECONDS.toNanos(250);

	private final Execution execution;

	private final JobSettler settler;

	private final Runnable onNeed;

	private final JobFailureLog failures;

	private final OverrunLog overruns;

	private final Guard guard = new Guard();

	// Awaited by the poller only; signalled by workers and by threads that complete
	// asynchronous results, when there is room for jobs or a worker is missing.
	private final Condition changed = this.guard.condition();

	// Awaited by threads that wait until the container is idle; signalled by each thread
	// that ends a delivery.
	private final Condition ended = this.guard.condition();

	// Awaited by the thread that starts due jobs only; signalled by the poller when there
	// may be something to do earlier.
	private final Condition earlier = this.guard.condition();

	// Read and written under the lock only.
	private final HeldDeliveries held;

	private final Workers workers;

	// The poller is woken, on any thread, when maintain() is due or there is room for
	// jobs that are not yet due. The call must neither block nor call the dispatcher.
	public JobDispatcher(Executor executor, Limits limits, Executions executions, JobSettler settler, Runnable onNeed,
			JobFailureLog failures) {
		this.execution = executions.single();
		this.settler = settler;
		this.held = new HeldDeliveries(limits, executions.batch());
		this.onNeed = onNeed;
		this.workers = new Workers(executor, this.guard, this.held, executions.batches(), this::wakePoller);
		this.failures = failures;
		this.overruns = new OverrunLog(failures);
	}

	// Waits until there is room for jobs, maintain() is due, or the dispatcher stops.
	// Returns zero if workers must be started first.
	public int awaitRoom() throws InterruptedException {
		return this.guard.await(this.changed,
				() -> (this.held.room() > 0 || this.held.isClosed()) ? 0 : this.held.untilMaintenance(),
				() -> (this.held.missing() > 0) ? 0 : this.held.room());
	}

	public boolean hasRoom() {
		return this.guard.get(() -> this.held.room() > 0);
	}

	public long untilMaintenance() {
		return this.guard.get(this.held::untilMaintenance);
	}

	/**
	 * Log the number of omitted failures and the handlers whose leases have ended, start
	 * the workers that are missing, and hand back jobs that have waited too long, because
	 * another container may have a free worker.
	 */
	public void maintain() {
		this.failures.logOmitted();
		this.overruns.overrun(this.guard.get(() -> this.held.reports().takeOverruns()));
		this.workers.start();
		this.guard.get(this.held::waitedTooLong).forEach(JobDelivery::handBack);
	}

	/**
	 * Pass jobs to workers. If workers cannot be started, jobs that no starting worker
	 * will take are handed back to the store.
	 */
	public void dispatch(List<HeldJob> jobs) {
		List<JobDelivery> deliveries = deliveries(jobs);
		if (!this.guard.get(() -> add(deliveries))) {
			deliveries.forEach(JobDelivery::handBack);
		}
		this.workers.start();
	}

	private List<JobDelivery> deliveries(List<HeldJob> jobs) {
		try {
			List<JobDelivery> deliveries = new ArrayList<>(jobs.size());
			for (HeldJob job : jobs) {
				deliveries.add(new JobDelivery(job, this.execution, this.settler, this::ended));
			}
			return deliveries;
		}
		catch (RuntimeException | Error ex) {
			jobs.forEach((job) -> this.settler.settle(job.handBack()));
			throw ex;
		}
	}

	private boolean add(Collection<JobDelivery> deliveries) {
		int ahead = this.held.ahead().size();
		boolean added = this.held.add(deliveries);
		if (this.held.ahead().size() > ahead) {
			this.earlier.signal();
		}
		return added;
	}

	private void ended(JobDelivery delivery) {
		this.guard.run(() -> {
			this.held.remove(delivery);
			if (this.held.room() > 0) {
				this.changed.signal();
			}
			this.ended.signalAll();
			// The worker of a pending delivery has ended or has taken other deliveries
			if (this.held.isRoomAheadAgain() || (delivery.isPending() && this.held.missing() > 0)) {
				wakePoller();
			}
		});
	}

	// The poller waits for room or sleeps. Called with the lock.
	private void wakePoller() {
		this.changed.signal();
		this.onNeed.run();
	}

	public int roomAhead() {
		return this.guard.get(this.held::roomAhead);
	}

	/**
	 * Whether there is room for jobs that are not yet due. If there is none, the poller
	 * is notified when there is room again.
	 */
	public boolean hasRoomAhead() {
		return this.guard.get(this.held::hasRoomAhead);
	}

	// Waits until jobs that were reserved early are due, or until their leases must be
	// checked. Jobs that are due wait for a worker from then on. Returns null once the
	// dispatcher has stopped.
	@Nullable DueDeliveries awaitDue() throws InterruptedException {
		AheadDeliveries ahead = this.held.ahead();
		return this.guard.await(this.earlier, () -> this.held.isClosed() ? 0 : ahead.untilNext(),
				() -> this.held.isClosed() ? null : new DueDeliveries(this.held.startDue(), ahead.beginCheck()));
	}

	void endCheck(List<JobDelivery> deliveries) {
		this.guard.run(() -> this.held.ahead().endCheck(deliveries));
	}

	public List<Touch> takeReports() {
		return this.guard.get(() -> this.held.reports().take());
	}

	public void repeatReports(List<Touch> reports) {
		if (!reports.isEmpty()) {
			this.guard.run(() -> this.held.reports().repeat(reports));
		}
	}

	void startWorkers() {
		this.workers.start();
	}

	public ContainerLoad load() {
		return this.guard.get(this.held::load);
	}

	/**
	 * Stop starting jobs. Jobs that no worker has started, and those that still arrive,
	 * are handed back to the store at once.
	 */
	public void stop() {
		this.guard.get(() -> {
			this.changed.signalAll();
			this.earlier.signalAll();
			this.ended.signalAll();
			return this.held.close();
		}).forEach(JobDelivery::handBack);
	}

	/**
	 * Wait until no worker is busy and no asynchronous result is pending, not counting
	 * the job of the calling thread and handlers that have called {@link System#exit}.
	 * Results whose leases end meanwhile are cancelled.
	 */
	public boolean awaitIdle(Duration timeout) throws InterruptedException {
		long end = System.nanoTime() + timeout.toNanos();
		boolean idle = awaitIdle(end);
		while (!idle && end - System.nanoTime() > 0) {
			// The poller, which calls maintain(), may have stopped
			this.overruns.overrun(this.guard.get(this.held::takeOverdueResults));
			idle = awaitIdle(end);
		}
		return idle;
	}

	private boolean awaitIdle(long end) throws InterruptedException {
		long now = System.nanoTime();
		long lookAt = now + Math.min(end - now, LONGEST_LOOK);
		return this.guard.await(this.ended, () -> this.held.isIdle() ? 0 : lookAt - System.nanoTime(),
				this.held::isIdle);
	}

	/**
	 * Interrupt the busy workers except the calling thread, cancel the asynchronous
	 * results that are pending, and hand back the jobs that workers have taken but not
	 * started.
	 */
	public int interruptRunning() {
		return (int) this.guard.get(this.held::atWork)
			.stream()
			.filter((delivery) -> !delivery.isCaller())
			.filter(JobDelivery::interrupt)
			.count();
	}

	public boolean isCalledByHandler() {
		return this.guard.get(this.held::atWork).stream().anyMatch(JobDelivery::isCaller);
	}

	/**
	 * The excess is handed back, because workers are not expected to start it soon.
	 */
	record DueDeliveries(List<JobDelivery> excess, List<JobDelivery> toCheck) {

	}

	/**
	 * How many jobs a dispatcher takes.
	 *
	 * @param concurrency the maximum number of workers
	 * @param prefetching whether to hold more jobs than there are free workers, if
	 * handlers are fast
	 */
	public record Limits(int concurrency, boolean prefetching) {

	}

}
