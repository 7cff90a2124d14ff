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

import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.support.TaskExecutorAdapter;

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
