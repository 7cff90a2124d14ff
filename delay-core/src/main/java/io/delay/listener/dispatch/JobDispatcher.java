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

import io.delay.listener.ContainerLoad;
import io.delay.listener.execute.Execution;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.settle.JobSettler;
import io.delay.listener.support.JobFailureLog;
import io.delay.store.Touch;

/**
 * Passes reserved jobs to workers. Jobs that no worker takes are handed back to the
 * store: at once if the container stops or the executor rejects a worker, otherwise after
 * a short wait.
 */
public final class JobDispatcher {

	private final Executor executor;

	private final Execution execution;

	private final JobSettler settler;

	private final DeliveryQueue queue;

	private final Runnable onNeed;

	private final JobFailureLog failures;

	/**
	 * Create a dispatcher.
	 * @param executor provides the threads of the workers
	 * @param concurrency the maximum number of workers
	 * @param execution handles a job
	 * @param settler settles jobs
	 * @param onNeed called, on any thread, when {@link #attend()} is needed
	 * @param failures logs the failures of jobs
	 */
	public JobDispatcher(Executor executor, int concurrency, Execution execution, JobSettler settler, Runnable onNeed,
			JobFailureLog failures) {
		this.executor = executor;
		this.execution = execution;
		this.settler = settler;
		this.queue = new DeliveryQueue(concurrency);
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
	 * Set whether the caller will call {@link #attend()} as soon as that is needed. If it
	 * will not, workers keep their threads while jobs are waiting.
	 * @param attended whether it will
	 */
	public void setAttended(boolean attended) {
		this.queue.workers().setAttended(attended);
	}

	/**
	 * Return the time until {@link #attend()} is needed.
	 * @return the time in nanoseconds, zero or less if it is needed already
	 */
	public long patience() {
		return this.queue.patience();
	}

	/**
	 * Do the work that is due: log the number of omitted failures, start workers in place
	 * of those that have ended, and hand back jobs that have waited too long, because
	 * another container may have a free worker.
	 */
	public void attend() {
		this.failures.tellLeftOut();
		startWorkers();
		this.queue.tooLate().forEach(JobDelivery::handBack);
	}

	/**
	 * Pass jobs to workers. If workers cannot be started, jobs for which no existing
	 * worker is idle are handed back to the store.
	 * @param jobs the jobs
	 */
	public void dispatch(List<HeldJob> jobs) {
		if (!this.queue.add(deliveries(jobs))) {
			handBack(jobs);
			return;
		}
		startWorkers();
	}

	private List<JobDelivery> deliveries(List<HeldJob> jobs) {
		try {
			List<JobDelivery> deliveries = new ArrayList<>(jobs.size());
			for (HeldJob job : jobs) {
				deliveries.add(new JobDelivery(job, this.execution, this.settler, this.queue::ended));
			}
			return deliveries;
		}
		catch (RuntimeException | Error ex) {
			handBack(jobs);
			throw ex;
		}
	}

	private void handBack(Collection<HeldJob> jobs) {
		jobs.forEach((job) -> this.settler.settle(job.handBack()));
	}

	/**
	 * Return the reports about running deliveries that are due.
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

	private void startWorkers() {
		int missing = this.queue.workers().addMissing();
		try {
			while (missing > 0) {
				DeliveryWorker worker = new DeliveryWorker(this.queue, this::workerEnded);
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
		this.queue.waiting().forEach(JobDelivery::handBack);
	}

	/**
	 * Wait until no worker is busy, not counting the calling thread.
	 * @param timeout the longest wait
	 * @return whether no worker is busy
	 * @throws InterruptedException if the thread is interrupted
	 */
	public boolean awaitIdle(Duration timeout) throws InterruptedException {
		return this.queue.awaitIdle(timeout);
	}

	/**
	 * Interrupt the busy workers except the calling thread, and hand back the jobs that
	 * they have taken but not started.
	 * @return the number of interrupted workers
	 */
	public int interruptRunning() {
		return (int) this.queue.atWork()
			.stream()
			.filter((delivery) -> !delivery.isCaller() && !delivery.isExiting())
			.filter(JobDelivery::interrupt)
			.count();
	}

	// Whether the calling thread belongs to a handler.
	public boolean isCalledByHandler() {
		return this.queue.atWork().stream().anyMatch(JobDelivery::isCaller);
	}

}
