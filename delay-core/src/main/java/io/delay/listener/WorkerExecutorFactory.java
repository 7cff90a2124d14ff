// SPDX-License-Identifier: Apache-2.0

package io.delay.listener;

import org.springframework.core.task.AsyncTaskExecutor;

/**
 * Supplies the executors that run handlers. It is called whenever a container starts, and
 * may return the same executor again; a container that stops does not shut the executor
 * down itself but calls {@link #close(AsyncTaskExecutor)}.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WorkerExecutorFactory {

	/**
	 * Return an executor for a container.
	 * @param listenerId the id of the listener, for thread names
	 * @param concurrency the maximum number of tasks that the container passes to the
	 * executor at the same time; with fewer threads, reserved jobs wait while their TTR
	 * elapses
	 * @return an executor that accepts tasks, each of which handles one job or one batch
	 */
	AsyncTaskExecutor create(String listenerId, int concurrency);

	/**
	 * Close an executor of this factory after its container has stopped. The default
	 * implementation closes only the executors that {@link #platformThreads()} creates.
	 * Override this method in a factory that creates an executor for each container.
	 * <p>
	 * The container does not limit the duration of this call. If this method waits for
	 * tasks, as {@code ExecutorService.close()} does, a handler that ignores its
	 * interrupt delays the stop beyond the shutdown timeout. Interrupt the tasks and
	 * return instead.
	 * @throws Exception if the executor cannot be closed; the exception is logged
	 */
	default void close(AsyncTaskExecutor executor) throws Exception {
		if (executor instanceof OwnedThreadPool threads) {
			threads.shutdown();
		}
	}

	/**
	 * Return a factory that creates one platform thread per unit of concurrency, named
	 * {@code delay-<id>-1} and so on. Threads that are idle for a minute end.
	 * @return the factory
	 */
	static WorkerExecutorFactory platformThreads() {
		return (listenerId, concurrency) -> new OwnedThreadPool("delay-" + listenerId + "-", concurrency);
	}

	/**
	 * Return a factory that creates a virtual thread for each worker. A worker may handle
	 * several jobs in a row. Requires Java 21.
	 * @return the factory
	 */
	static WorkerExecutorFactory virtualThreads() {
		return (listenerId, concurrency) -> new OwnedVirtualThreads("delay-" + listenerId + "-");
	}

}
