// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.springframework.dao.TransientDataAccessResourceException;

import io.delay.job.SubmitResult;
import io.delay.store.NewJob;
import io.delay.support.DaemonThread;

/**
 * Submits jobs on threads of its own, so that the calling thread does not wait for the
 * store. Idle threads end.
 */
final class AsyncSubmits {

	private static final int MAX_THREADS = 16;

	// Limits the memory that waiting jobs occupy while the store is slow.
	private static final int MAX_WAITING = 10_000;

	private static final Duration IDLE_TIME = Duration.ofSeconds(30);

	private final ThreadPoolExecutor executor;

	AsyncSubmits() {
		this(MAX_THREADS, MAX_WAITING);
	}

	AsyncSubmits(int maxThreads, int maxWaiting) {
		this.executor = new ThreadPoolExecutor(maxThreads, maxThreads, IDLE_TIME.toMillis(), TimeUnit.MILLISECONDS,
				new LinkedBlockingQueue<>(maxWaiting), DaemonThread.numbered("delay-submit-"));
		this.executor.allowCoreThreadTimeOut(true);
	}

	CompletableFuture<SubmitResult> submit(NewJob job, Supplier<SubmitResult> submit) {
		Task task = new Task(job, submit, new CompletableFuture<>());
		try {
			this.executor.execute(task);
		}
		catch (RejectedExecutionException ex) {
			task.refuse(this.executor.isShutdown() ? "the application is stopping"
					: this.executor.getQueue().size() + " jobs are already waiting to be submitted. Limit the "
							+ "number of concurrent calls of submitAsync, for instance by the concurrency of flatMap");
		}
		return task.result();
	}

	// Jobs that still wait after the timeout are not submitted.
	void close(Duration timeout) {
		this.executor.shutdown();
		try {
			this.executor.awaitTermination(timeout.toMillis(), TimeUnit.MILLISECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		for (Runnable waiting : this.executor.shutdownNow()) {
			if (waiting instanceof Task task) {
				task.refuse("the application is stopping");
			}
		}
	}

	private record Task(NewJob job, Supplier<SubmitResult> submit,
			CompletableFuture<SubmitResult> result) implements Runnable {

		@Override
		public void run() {
			if (this.result.isDone()) {
				return;
			}
			try {
				this.result.complete(this.submit.get());
			}
			catch (Throwable ex) {
				this.result.completeExceptionally(ex);
			}
		}

		void refuse(String reason) {
			this.result.completeExceptionally(new TransientDataAccessResourceException("Job '" + this.job.id()
					+ "' of topic '" + this.job.topic() + "' was not submitted, because " + reason));
		}

	}

}
