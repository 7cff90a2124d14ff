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
 * Hands reserved jobs to workers. What no worker takes goes back to the store: at once
 * when the container stops or the executor refuses a worker for it, otherwise after a
 * moment.
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
	 * @param executor has the threads of the workers
	 * @param concurrency the most workers
	 * @param execution what they do with a job
	 * @param settler settles jobs
	 * @param onNeed told, by any thread, that there is something to be done
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
	 * Wait until there is room for jobs, something else is to be done, or the dispatcher
	 * stops.
	 * @return for how many there is room
	 * @throws InterruptedException if the thread is interrupted
	 */
	public int awaitRoom() throws InterruptedException {
		return this.queue.awaitRoom();
	}

	// Whether there is room for jobs at this moment.
	public boolean hasRoom() {
		return this.queue.hasRoom();
	}

	/**
	 * Say whether the caller will {@link #attend()} as soon as that is needed. While
	 * nobody does, workers keep their threads.
	 * @param attended whether it will
	 */
	public void setAttended(boolean attended) {
		this.queue.workers().setAttended(attended);
	}

	/**
	 * How long until something is to be done.
	 * @return nanoseconds, zero or less if there is already
	 */
	public long patience() {
		return this.queue.patience();
	}

	/**
	 * Do what is to be done: log how many failures were left out, start workers where
	 * some have ended, and hand back the jobs that have waited for too long, since
	 * another worker may be free.
	 */
	public void attend() {
		this.failures.tellLeftOut();
		startWorkers();
		this.queue.tooLate().forEach(JobDelivery::handBack);
	}

	/**
	 * Hand jobs to workers. If workers cannot be started, the jobs that the present ones
	 * cannot begin with at once go back to the store.
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
	 * The reports on deliveries at work that are due to the store.
	 * @return the reports, which then count as sent
	 */
	public List<Touch> takeReports() {
		return this.queue.takeReports();
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

	// What the executor throws may come from a worker that it ran on this thread, and
	// that
	// has counted its own end.
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

	// It must not start another one itself: an executor that makes its callers wait for a
	// free thread, or run what it has no thread for, does so while the worker has its
	// own.
	private void workerEnded() {
		if (this.queue.workers().isMissingSome()) {
			this.onNeed.run();
		}
	}

	public ContainerLoad load() {
		return this.queue.load();
	}

	/**
	 * Start nothing any more: jobs that no worker has begun with, and those that still
	 * come, go back to the store at once.
	 */
	public void stop() {
		this.queue.close();
		this.queue.waiting().forEach(JobDelivery::handBack);
	}

	/**
	 * Wait until no worker is at work, not counting the calling thread.
	 * @param timeout how long at most
	 * @return whether that is so
	 * @throws InterruptedException if the thread is interrupted
	 */
	public boolean awaitIdle(Duration timeout) throws InterruptedException {
		return this.queue.awaitIdle(timeout);
	}

	/**
	 * Interrupt the workers that are still at work, but not the calling thread, and hand
	 * back the jobs that these have taken and not begun with.
	 * @return how many were interrupted
	 */
	public int interruptRunning() {
		return (int) this.queue.atWork()
			.stream()
			.filter((delivery) -> !delivery.isCaller() && !delivery.isExiting())
			.filter(JobDelivery::interrupt)
			.count();
	}

	// Whether a handler is the caller.
	public boolean isCalledByHandler() {
		return this.queue.atWork().stream().anyMatch(JobDelivery::isCaller);
	}

}
