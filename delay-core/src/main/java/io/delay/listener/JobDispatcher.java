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

package io.delay.listener;

import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Hands reserved jobs to workers and knows how many of them are free. Once it stops, what
 * was not started is handed back to the store.
 */
final class JobDispatcher {

	private final Executor workers;

	private final int concurrency;

	private final JobExecution execution;

	private final JobSettler settler;

	private final Lock lock = new ReentrantLock();

	private final Condition changed = this.lock.newCondition();

	private final Set<JobDelivery> deliveries = new HashSet<>();

	private boolean stopping;

	JobDispatcher(Executor workers, int concurrency, JobExecution execution, JobSettler settler) {
		this.workers = workers;
		this.concurrency = concurrency;
		this.execution = execution;
		this.settler = settler;
	}

	/**
	 * Wait until a worker is free, or the dispatcher stops.
	 * @return how many workers are free
	 * @throws InterruptedException if the thread is interrupted
	 */
	int awaitFree() throws InterruptedException {
		this.lock.lock();
		try {
			while (this.deliveries.size() >= this.concurrency && !this.stopping) {
				this.changed.await();
			}
			return this.concurrency - this.deliveries.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Hand jobs to workers. If that fails, the jobs that nobody took go back to the
	 * store.
	 * @param jobs the jobs
	 */
	void dispatch(List<HeldJob> jobs) {
		for (int i = 0; i < jobs.size(); i++) {
			try {
				dispatch(jobs.get(i));
			}
			catch (RuntimeException | Error ex) {
				handBack(jobs.subList(i + 1, jobs.size()));
				throw ex;
			}
		}
	}

	private void dispatch(HeldJob job) {
		JobDelivery delivery = new JobDelivery(job, this.execution, this.settler, this::ended);
		if (!admit(delivery)) {
			this.settler.settle(job.handBack());
			return;
		}
		try {
			this.workers.execute(delivery);
		}
		catch (RuntimeException | Error ex) {
			delivery.handBack();
			throw ex;
		}
	}

	private void handBack(Collection<HeldJob> jobs) {
		jobs.forEach((job) -> this.settler.settle(job.handBack()));
	}

	private boolean admit(JobDelivery delivery) {
		this.lock.lock();
		try {
			return !this.stopping && this.deliveries.add(delivery);
		}
		finally {
			this.lock.unlock();
		}
	}

	private void ended(JobDelivery delivery) {
		this.lock.lock();
		try {
			this.deliveries.remove(delivery);
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Start nothing any more: jobs that no worker has begun with, and those that still
	 * come, go back to the store at once.
	 */
	void stop() {
		this.lock.lock();
		try {
			this.stopping = true;
			this.changed.signalAll();
		}
		finally {
			this.lock.unlock();
		}
		snapshot().forEach(JobDelivery::handBack);
	}

	/**
	 * Wait until no worker is at work, not counting the calling thread.
	 * @param timeout how long at most
	 * @return whether that is so
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean awaitIdle(Duration timeout) throws InterruptedException {
		long remaining = timeout.toNanos();
		this.lock.lock();
		try {
			while (!isIdle() && remaining > 0) {
				remaining = this.changed.awaitNanos(remaining);
			}
			return isIdle();
		}
		finally {
			this.lock.unlock();
		}
	}

	private boolean isIdle() {
		return this.deliveries.stream().allMatch(JobDelivery::isCaller);
	}

	/**
	 * Interrupt the workers that are still at work, but not the calling thread.
	 * @return how many these are
	 */
	int interruptRunning() {
		return (int) snapshot().stream()
			.filter((delivery) -> !delivery.isCaller())
			.filter(JobDelivery::interrupt)
			.count();
	}

	// Whether a handler is the caller.
	boolean isCalledByHandler() {
		return snapshot().stream().anyMatch(JobDelivery::isCaller);
	}

	private List<JobDelivery> snapshot() {
		this.lock.lock();
		try {
			return List.copyOf(this.deliveries);
		}
		finally {
			this.lock.unlock();
		}
	}

}
