// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.container;

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;

import io.delay.listener.WorkerExecutorFactory;

/**
 * Makes an executor for each start of a container, and counts those that are open.
 */
class CountedExecutors implements WorkerExecutorFactory {

	final AtomicInteger open = new AtomicInteger();

	final AtomicInteger mostOpen = new AtomicInteger();

	@Override
	public AsyncTaskExecutor create(String listenerId, int concurrency) {
		this.mostOpen.accumulateAndGet(this.open.incrementAndGet(), Math::max);
		return new TaskExecutorAdapter(Runnable::run);
	}

	@Override
	public void close(AsyncTaskExecutor executor) {
		this.open.decrementAndGet();
	}

}
