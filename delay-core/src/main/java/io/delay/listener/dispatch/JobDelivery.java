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

import java.util.Arrays;
import java.util.function.Consumer;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.delivery.HandlerScope;
import io.delay.listener.execute.Execution;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.settle.JobSettler;
import io.delay.store.Lease;

/**
 * One job on its way through a worker: waiting, being handled, ended. A worker starts it
 * or it is handed back, never both.
 */
public final class JobDelivery implements Runnable {

	private static final Log logger = LogFactory.getLog(JobDelivery.class);

	private final HeldJob job;

	private final Execution execution;

	private final JobSettler settler;

	private final Consumer<JobDelivery> onEnd;

	private final HandlerScope scope;

	/** Guarded by the lock of the queue. */
	private final ProgressReport progress;

	private final long createdAt = System.nanoTime();

	private boolean claimed;

	private boolean handled;

	private long startedAt;

	private @Nullable Thread worker;

	private boolean interrupted;

	public JobDelivery(HeldJob job, Execution execution, JobSettler settler, Consumer<JobDelivery> onEnd) {
		this.job = job;
		this.scope = job.lease().scope();
		this.progress = new ProgressReport(job.lease());
		this.execution = execution;
		this.settler = settler;
		this.onEnd = onEnd;
	}

	// When the job arrived, as a System.nanoTime().
	long createdAt() {
		return this.createdAt;
	}

	// Callers must hold the lock of the queue.
	ProgressReport progress() {
		return this.progress;
	}

	Lease lease() {
		return this.job.lease().lease();
	}

	// The size of the payload in bytes.
	int bytes() {
		return this.job.job().record().payload().length;
	}

	// Whether a worker has started the delivery.
	public synchronized boolean isHandled() {
		return this.handled;
	}

	/**
	 * Return how long the worker has been running. To be called only for a delivery that
	 * a worker has started.
	 * @return the time in nanoseconds
	 */
	synchronized long handlingNanos() {
		return System.nanoTime() - this.startedAt;
	}

	@Override
	public void run() {
		if (this.job.lease().hasEnded()) {
			if (handBack()) {
				logger.warn("The lease of " + this.job + " ended while the job waited for a worker; the job was "
						+ "handed back. Reduce the concurrency of the listener to the number of threads of its "
						+ "executor, or give its jobs a longer TTR");
			}
			return;
		}
		if (!claim(Thread.currentThread())) {
			return;
		}
		try {
			HandlingResult decision = execute();
			this.settler.settle(this.job.settle(decision));
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

	private HandlingResult execute() {
		this.scope.enter();
		try {
			return this.execution.execute(this.job, this::endHandling);
		}
		finally {
			this.scope.leave();
			leave();
		}
	}

	/**
	 * Hand the job back to the store, unless a worker has started it.
	 * @return whether it was handed back
	 */
	boolean handBack() {
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

	/**
	 * Whether the handler has called {@link System#exit}, which never returns and waits
	 * for all containers to stop.
	 * @return whether the handler is inside that call
	 */
	synchronized boolean isExiting() {
		return this.worker != null && Arrays.stream(this.worker.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals("java.lang.Shutdown"));
	}

	/**
	 * Interrupt the worker if it is running the handler. If a worker has taken the job
	 * but not started it, the job is handed back instead.
	 * @return whether a worker was interrupted
	 */
	public boolean interrupt() {
		return !handBack() && interruptWorker();
	}

	private synchronized boolean interruptWorker() {
		if (this.worker == null) {
			return false;
		}
		this.interrupted = true;
		this.worker.interrupt();
		return true;
	}

	// Whether the calling thread runs this delivery, or was started by it.
	boolean isCaller() {
		return this.scope.isCurrent();
	}

	private synchronized boolean claim(@Nullable Thread worker) {
		if (this.claimed) {
			return false;
		}
		this.claimed = true;
		this.handled = worker != null;
		this.worker = worker;
		this.startedAt = System.nanoTime();
		return true;
	}

	/**
	 * End the handling. From here on the container does not interrupt the worker.
	 * @return whether the container interrupted the handler before it finished
	 */
	private synchronized boolean endHandling() {
		this.job.lease().handled();
		leave();
		return this.interrupted;
	}

	/**
	 * From here on the container does not interrupt the worker. Clears a pending
	 * interrupt so that it does not affect the next job.
	 */
	private synchronized void leave() {
		this.worker = null;
		Thread.interrupted();
	}

}
