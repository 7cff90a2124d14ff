// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * Threads that submit the jobs of a series one by one, each thread taking the next job
 * that no other thread has taken.
 */
public final class Submitters implements AutoCloseable {

	private static final int MAX_WAIT_MINUTES = 10;

	private final int threads;

	private final ExecutorService executor;

	public Submitters(int threads) {
		this.threads = threads;
		this.executor = Executors.newFixedThreadPool(threads);
	}

	public void submit(int jobs, IntConsumer submit) throws InterruptedException {
		AtomicInteger next = new AtomicInteger();
		Callable<Void> task = () -> {
			for (int index = next.getAndIncrement(); index < jobs; index = next.getAndIncrement()) {
				submit.accept(index);
			}
			return null;
		};
		List<Callable<Void>> tasks = Collections.nCopies(this.threads, task);
		for (Future<Void> future : this.executor.invokeAll(tasks, MAX_WAIT_MINUTES, TimeUnit.MINUTES)) {
			rethrow(future);
		}
	}

	private void rethrow(Future<Void> future) throws InterruptedException {
		try {
			future.get();
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException("A job could not be submitted", ex.getCause());
		}
		catch (CancellationException ex) {
			throw new IllegalStateException("The jobs could not be submitted within " + MAX_WAIT_MINUTES + " min", ex);
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

}
