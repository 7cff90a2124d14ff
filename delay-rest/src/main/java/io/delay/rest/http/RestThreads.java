// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.delay.support.DaemonThread;

/**
 * The threads that call the store if the thread of the web server must not be blocked.
 * This class is not an {@link java.util.concurrent.Executor}, because a bean of that type
 * would prevent Spring Boot from creating its own executor.
 */
public final class RestThreads implements DisposableBean {

	// A call takes about a millisecond, so a full queue is processed within seconds
	private static final int MAX_QUEUED = 10_000;

	private final ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();

	/** Create an instance. Threads are started when they are needed. */
	public RestThreads(int max) {
		this.executor.setThreadFactory(DaemonThread.numbered("delay-rest-"));
		this.executor.setCorePoolSize(max);
		this.executor.setMaxPoolSize(max);
		this.executor.setQueueCapacity(MAX_QUEUED);
		this.executor.setAllowCoreThreadTimeOut(true);
		this.executor.setWaitForTasksToCompleteOnShutdown(true);
		this.executor.setAwaitTerminationSeconds(5);
		this.executor.initialize();
	}

	/**
	 * Run a task on one of the threads.
	 * @throws org.springframework.core.task.TaskRejectedException if too many tasks wait
	 * or the threads have been stopped
	 */
	public void execute(Runnable task) {
		this.executor.execute(task);
	}

	@Override
	public void destroy() {
		this.executor.shutdown();
	}

}
