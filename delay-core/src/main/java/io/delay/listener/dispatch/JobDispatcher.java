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

package io.delay.listener.dispatch;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.ContainerLoad;
import io.delay.listener.execute.BatchExecution;
import io.delay.listener.execute.Executions;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.settle.SettlementLog;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.Lease;
import io.delay.store.Touch;
import io.delay.support.FailureLog;

/**
 * Passes reserved jobs to workers. Jobs that no worker takes are handed back to the
 * store: at once if the container stops or the executor rejects a worker, otherwise after
 * a short wait. Jobs that were reserved before they are due are held until then.
 */
public final class JobDispatcher {

	private static final Log logger = LogFactory.getLog(JobDispatcher.class);

	private static final FailureLog failureLog = new FailureLog(logger);

	/**
	 * How often a thread that waits for the last jobs looks for leases that have ended.
	 */
	private static final long LOOK_FOR_OVERRUNS = TimeUnit.MILLISECONDS.toNanos(250);

	private final Executor executor;

	private final Executions executions;

	private final JobSettler settler;

	private final DeliveryQueue queue;

	private final Runnable onNeed;

	private final JobFailureLog failures;

	/**
	 * Create a dispatcher.
	 * @param executor provides the threads of the workers
	 * @param limits the maximum number of workers, and whether jobs are prefetched
	 * @param executions handle jobs
	 * @param settler settles jobs
	 * @param onNeed called, on any thread, when {@link #attend()} is needed
	 * @param failures logs the failures of jobs
	 */
	public JobDispatcher(Executor executor, WorkerLimits limits, Executions executions, JobSettler settler,
			Runnable onNeed, JobFailureLog failures) {
		this.executor = executor;
		this.executions = executions;
		this.settler = settler;
		this.queue = new DeliveryQueue(limits, executions.batch());
		this.onNeed = onNeed;
		this.failures = failures;
	}

	/**
	 * Wait until there is room for jobs, {@link #attend()} is needed, or the dispatcher
	 * stops.
	 * @return the number of jobs that there is room for
	 * @throws InterruptedException if the thread is interrupted
	 */
	public int awaitRoom() throws InterruptedException {
		return this.queue.awaitRoom();
	}

	// Whether there is room for jobs at the moment.
	public boolean hasRoom() {
		return this.queue.hasRoom();
	}

	/**
	 * Return the time until {@link #attend()} is needed.
	 * @return the time in nanoseconds, zero or less if it is needed already
	 */
	public long patience() {
		return this.queue.patience();
	}

	/**
	 * Do the work that is due: log the number of omitted failures and the handlers whose
	 * leases have ended, start the workers that are missing, and hand back jobs that have
	 * waited too long, because another container may have a free worker.
	 */
	public void attend() {
		this.failures.tellLeftOut();
		overrun(this.queue.takeOverruns());
		startWorkers();
		this.queue.tooLate().forEach(JobDelivery::handBack);
	}

	private void overrun(List<JobDelivery> deliveries) {
		for (JobDelivery delivery : deliveries) {
			try {
				overrun(delivery);
			}
			catch (RuntimeException | Error ex) {
				this.failures.warn(failureLog,
						"Could not cancel the asynchronous result of " + delivery.job() + ", whose lease has ended",
						ex);
			}
		}
	}

	private void overrun(JobDelivery delivery) {
		WorkerStack stack = delivery.stackOfWorker();
		boolean cancelled = delivery.cancelResult();
		// A handler that has ended its own job has no lease any more
		if (delivery.job().lease().endByHandler() != null) {
			return;
		}
		if (cancelled) {
			logger.warn("The asynchronous result of " + delivery.job() + " is cancelled because its lease has ended; "
					+ "the job is delivered again, or buried if this was its last attempt. "
					+ SettlementLog.describeRun(delivery.job().lease())
					+ "If the work takes that long, raise the TTR, or set auto-touch and a longer max-run-time");
		}
		else if (stack != null) {
			this.failures.warn(failureLog, overrun(delivery.job(), stack), stack);
		}
	}

	private static String overrun(HeldJob job, WorkerStack stack) {
		String run = SettlementLog.describeRun(job.lease());
		return stack.isHandlerReturned()
				? "The handler of " + job + " has returned, but its thread is still busy although the lease has ended; "
						+ "the job is delivered again, unless its transaction settles it. " + run
						+ "The stack shows what the thread does"
				: "Handler of " + job
						+ " is still running although its lease has ended; the job is delivered again, or "
						+ "buried if this was its last attempt. " + run
						+ "If the handler does not hang, raise the TTR, or set auto-touch and a longer max-run-time";
	}

	/**
	 * Pass jobs to workers. If workers cannot be started, jobs for which no existing
	 * worker is idle are handed back to the store.
	 * @param jobs the jobs
	 */
	public void dispatch(List<HeldJob> jobs) {
		this.queue.add(deliveries(jobs)).forEach(JobDelivery::refuse);
		startWorkers();
	}

	/**
	 * Record that a reserve is about to be sent. Hints that arrive from now on may
	 * concern its jobs.
	 * @return the number of jobs that can be held until they are due
	 */
	public int beginReserve() {
		return this.queue.beginReserve();
	}

	/**
	 * Whether there is room for jobs that are not yet due. If there is none, the poller
	 * is notified when there is room again.
	 * @return whether there is room
	 */
	public boolean hasRoomAhead() {
		return this.queue.hasRoomAhead();
	}

	/**
	 * Wait until jobs that were reserved before their due time are due, and pass them to
	 * workers. Jobs that workers are not expected to start soon, and jobs whose leases
	 * may be void, are handed back to the store.
	 * @param sync requests that its argument be called once all hints sent so far have
	 * been received, and returns whether that is possible
	 * @param onHandBack called when jobs were handed back, because there may be no
	 * wake-up for these jobs
	 * @return {@code false} if the dispatcher has stopped
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean startDue(Predicate<Runnable> sync, Runnable onHandBack) throws InterruptedException {
		DeliveryQueue.DueDeliveries due = this.queue.awaitDue();
		if (due == null) {
			return false;
		}
		handBack(due.handBack(), onHandBack);
		Long until = due.syncUntil();
		if (until != null && !sync.test(() -> this.queue.synced(until))) {
			handBack(this.queue.unsynced(), onHandBack);
		}
		try {
			startWorkers();
		}
		catch (RuntimeException | Error ex) {
			this.failures.warn(failureLog, "Could not start workers for due jobs; the jobs were handed back", ex);
		}
		return true;
	}

	private static void handBack(List<JobDelivery> deliveries, Runnable onHandBack) {
		if (!deliveries.isEmpty()) {
			deliveries.forEach(JobDelivery::handBack);
			onHandBack.run();
		}
	}

	// Gives up a job whose lease has become void, or informs its handler if it has
	// started. Does not block.
	public void leaseVoided(Lease lease) {
		JobDelivery delivery = this.queue.leaseVoided(lease);
		if (delivery != null) {
			delivery.leaseVoided();
		}
	}

	// Makes the thread that starts due jobs hand back those that are not yet due. Does
	// not block.
	public void recalled() {
		this.queue.recall();
	}

	private List<JobDelivery> deliveries(List<HeldJob> jobs) {
		try {
			List<JobDelivery> deliveries = new ArrayList<>(jobs.size());
			for (HeldJob job : jobs) {
				deliveries.add(new JobDelivery(job, this.executions.single(), this.settler, this::ended));
			}
			return deliveries;
		}
		catch (RuntimeException | Error ex) {
			handBack(jobs);
			throw ex;
		}
	}

	private void ended(JobDelivery delivery) {
		if (this.queue.ended(delivery)) {
			this.onNeed.run();
		}
	}

	private void handBack(Collection<HeldJob> jobs) {
		jobs.forEach((job) -> this.settler.settle(job.handBack()));
	}

	/**
	 * Return the due reports about running deliveries.
	 * @return the reports, which then count as sent
	 */
	public List<Touch> takeReports() {
		return this.queue.takeReports();
	}

	/**
	 * Make reports due again after a short time.
	 * @param reports the reports to which the store did not reply, possibly none
	 */
	public void repeatReports(List<Touch> reports) {
		if (!reports.isEmpty()) {
			this.queue.repeatReports(reports);
		}
	}

	private @Nullable Runnable take() {
		BatchExecution batches = this.executions.batches();
		if (batches == null) {
			return this.queue.take();
		}
		List<JobDelivery> deliveries = this.queue.takeBatch();
		// A worker may take fewer deliveries than expected, see
		// WaitingDeliveries.takeBatch()
		if (this.queue.workers().isMissingSome()) {
			this.onNeed.run();
		}
		return deliveries.isEmpty() ? null : new BatchDelivery(deliveries, batches);
	}

	private void startWorkers() {
		int missing = this.queue.workers().addMissing();
		try {
			while (missing > 0) {
				DeliveryWorker worker = new DeliveryWorker(this.queue, this::take, this::workerEnded);
				missing--;
				start(worker);
			}
		}
		catch (RuntimeException | Error ex) {
			this.queue.workers().remove(missing);
			this.queue.withoutWorker().forEach(JobDelivery::handBack);
			throw ex;
		}
	}

	// The exception may come from a worker which the executor ran on this thread. Such a
	// worker has already counted its own end.
	private void start(DeliveryWorker worker) {
		try {
			this.executor.execute(worker);
		}
		catch (RuntimeException | Error ex) {
			if (worker.withdraw()) {
				this.queue.workers().remove(1);
			}
			throw ex;
		}
	}

	// The ending worker must not start a new one itself: an executor that blocks its
	// callers until a thread is free, or runs rejected tasks on the calling thread, would
	// do so while this worker still occupies its thread.
	private void workerEnded() {
		if (this.queue.workers().isMissingSome()) {
			this.onNeed.run();
		}
	}

	public ContainerLoad load() {
		return this.queue.load();
	}

	/**
	 * Stop starting jobs. Jobs that no worker has started, and those that still arrive,
	 * are handed back to the store at once.
	 */
	public void stop() {
		this.queue.close();
		this.queue.notStarted().forEach(JobDelivery::handBack);
	}

	/**
	 * Wait until no worker is busy and no asynchronous result is pending, not counting
	 * the job of the calling thread. Results whose leases end meanwhile are cancelled.
	 * @param timeout the maximum time to wait
	 * @return whether that is the case
	 * @throws InterruptedException if the thread is interrupted
	 */
	public boolean awaitIdle(Duration timeout) throws InterruptedException {
		long start = System.nanoTime();
		long remaining = timeout.toNanos();
		boolean idle = this.queue.awaitIdle(least(remaining));
		while (!idle && remaining > 0) {
			// The poller, which calls attend(), may have stopped
			overrun(this.queue.takeOverdueResults());
			remaining = timeout.toNanos() - (System.nanoTime() - start);
			idle = this.queue.awaitIdle(least(remaining));
		}
		return idle;
	}

	private static Duration least(long remaining) {
		return Duration.ofNanos(Math.min(remaining, LOOK_FOR_OVERRUNS));
	}

	/**
	 * Interrupt the busy workers except the calling thread, cancel the asynchronous
	 * results that are pending, and hand back the jobs that workers have taken but not
	 * started.
	 * @return the number of interrupted workers and cancelled results
	 */
	public int interruptRunning() {
		return (int) this.queue.atWork()
			.stream()
			.filter((delivery) -> !delivery.isCaller())
			.filter(JobDelivery::interrupt)
			.count();
	}

	// Whether the calling thread belongs to a handler.
	public boolean isCalledByHandler() {
		return this.queue.atWork().stream().anyMatch(JobDelivery::isCaller);
	}

}
