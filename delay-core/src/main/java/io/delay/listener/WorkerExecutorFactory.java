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

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;

/**
 * Supplies the executors on which handlers run, one whenever a container starts. It may
 * supply the same executor again: a container that stops leaves it open for others.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WorkerExecutorFactory {

	/**
	 * Supply an executor.
	 * @param listenerId the id of the listener, for the names of threads
	 * @param concurrency how many workers the container starts at the same time, each of
	 * which handles one job after the other for a moment; with fewer threads, jobs wait
	 * while their TTR runs
	 * @return an executor that is ready for use
	 */
	AsyncTaskExecutor create(String listenerId, int concurrency);

	/**
	 * Close an executor that this factory has supplied, since its container has stopped.
	 * Closes only what {@link #platformThreads()} makes; override it in a factory that
	 * makes an executor for each container.
	 * <p>
	 * The container has no limit of its own for this call. A close that waits for its
	 * tasks, as {@code ExecutorService.close()} does, makes the stop wait for a handler
	 * that ignores its interrupt, whatever the shutdown timeout is. Interrupt and return
	 * instead.
	 * @param executor the executor
	 * @throws Exception if that fails, which is logged
	 */
	default void close(AsyncTaskExecutor executor) throws Exception {
		if (executor instanceof OwnedThreadPool threads) {
			threads.shutdown();
		}
	}

	/**
	 * As many platform threads as the listener has concurrency, named
	 * {@code delay-<id>-1} and so on. Threads that are idle for a minute end.
	 * @return the factory
	 */
	static WorkerExecutorFactory platformThreads() {
		return (listenerId, concurrency) -> new OwnedThreadPool("delay-" + listenerId + "-", concurrency);
	}

	/**
	 * A new virtual thread for each worker, which goes on from job to job for a moment.
	 * Needs Java 21.
	 * @return the factory
	 */
	static WorkerExecutorFactory virtualThreads() {
		return (listenerId, concurrency) -> {
			SimpleAsyncTaskExecutor executor = new SimpleAsyncTaskExecutor("delay-" + listenerId + "-");
			executor.setVirtualThreads(true);
			return executor;
		};
	}

}
