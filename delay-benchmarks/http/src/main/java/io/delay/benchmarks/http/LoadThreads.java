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

package io.delay.benchmarks.http;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.ToIntFunction;

/**
 * Threads that work with a client each.
 */
final class LoadThreads implements AutoCloseable {

	private final List<JobClient> clients;

	private final ExecutorService executor;

	LoadThreads(List<JobClient> clients) {
		this.clients = clients;
		this.executor = Executors.newFixedThreadPool(clients.size());
	}

	/**
	 * Make calls on all threads.
	 * @param calls the number of calls of all threads together
	 * @param call a call
	 * @throws InterruptedException if the thread is interrupted
	 */
	void repeat(int calls, Consumer<JobClient> call) throws InterruptedException {
		AtomicInteger left = new AtomicInteger(calls);
		runOnAll((client) -> {
			while (left.getAndDecrement() > 0) {
				call.accept(client);
			}
		});
	}

	/**
	 * Handle jobs on all threads until all are handled.
	 * @param jobs the number of jobs
	 * @param call handles some jobs and returns how many
	 * @return the number of calls that found no job
	 * @throws InterruptedException if the thread is interrupted
	 */
	int drain(int jobs, ToIntFunction<JobClient> call) throws InterruptedException {
		AtomicInteger left = new AtomicInteger(jobs);
		AtomicInteger empty = new AtomicInteger();
		runOnAll((client) -> {
			while (left.get() > 0) {
				int done = call.applyAsInt(client);
				left.addAndGet(-done);
				empty.addAndGet((done == 0) ? 1 : 0);
			}
		});
		return empty.get();
	}

	private void runOnAll(Consumer<JobClient> work) throws InterruptedException {
		List<Callable<Void>> tasks = this.clients.stream().<Callable<Void>>map((client) -> () -> {
			work.accept(client);
			return null;
		}).toList();
		for (Future<Void> future : this.executor.invokeAll(tasks)) {
			rethrow(future);
		}
	}

	private static void rethrow(Future<Void> future) throws InterruptedException {
		try {
			future.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A client failed", ex.getCause());
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
		this.clients.forEach(JobClient::close);
	}

}
