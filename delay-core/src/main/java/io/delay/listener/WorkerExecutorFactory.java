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

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/**
 * Makes the executors on which handlers run, a new one whenever a container starts. The
 * container closes it when it stops, if it is an {@link AutoCloseable} or a
 * {@link org.springframework.beans.factory.DisposableBean}.
 * <p>
 * The container has no limit of its own for that close: one that waits for its tasks, as
 * {@code ExecutorService.close()} does, makes the stop wait for a handler that ignores
 * its interrupt, whatever the shutdown timeout is. Rather interrupt and return, as the
 * executors made here do.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WorkerExecutorFactory {

	/**
	 * Make an executor.
	 * @param listenerId the id of the listener, for the names of threads
	 * @param concurrency how many workers the container starts at the same time, each of
	 * which handles one job after the other for a moment; with fewer threads, jobs wait
	 * while their TTR runs
	 * @return an executor that is ready for use
	 */
	AsyncTaskExecutor create(String listenerId, int concurrency);

	/**
	 * As many platform threads as the listener has concurrency, named
	 * {@code delay-<id>-1} and so on. Threads that are idle for a minute end.
	 * @return the factory
	 */
	static WorkerExecutorFactory platformThreads() {
		return (listenerId, concurrency) -> {
			ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
			executor.setThreadNamePrefix("delay-" + listenerId + "-");
			executor.setCorePoolSize(concurrency);
			executor.setMaxPoolSize(concurrency);
			executor.setKeepAliveSeconds((int) Duration.ofMinutes(1).toSeconds());
			executor.setAllowCoreThreadTimeOut(true);
			executor.afterPropertiesSet();
			return executor;
		};
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
