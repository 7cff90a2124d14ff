// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.web;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Lets viewers who read the same at the same time share one read of the store. A result
 * is reused for a second after its read ended. Failures are passed to those who wait for
 * the same read, but are not kept.
 *
 * @since 0.1.0
 */
public final class SharedReads {

	/** How long a result is reused. */
	static final Duration KEEP = Duration.ofSeconds(1);

	/**
	 * The maximum number of results. Further reads are not shared, because a result can
	 * have many payloads.
	 */
	static final int MAX_RESULTS = 50;

	private final LongSupplier nanoTime;

	private final Map<List<?>, Read> reads = new LinkedHashMap<>();

	/** Create an empty cache. */
	public SharedReads() {
		this(System::nanoTime);
	}

	SharedReads(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
	}

	/**
	 * Return the result of a read.
	 * @param key the operation and all values on which the result depends
	 * @param read reads the store
	 * @return the result, which must not be changed
	 */
	public Object get(List<? extends @Nullable Object> key, Supplier<Object> read) {
		Read own = new Read(new CompletableFuture<>(), new AtomicLong());
		Read shared = shared(key, own);
		if (shared == own) {
			complete(key, own, read);
		}
		return await(shared.result());
	}

	private synchronized Read shared(List<?> key, Read own) {
		long now = this.nanoTime.getAsLong();
		this.reads.values().removeIf((read) -> read.isOver(now));
		Read present = this.reads.get(key);
		if (present != null) {
			return present;
		}
		if (this.reads.size() < MAX_RESULTS) {
			this.reads.put(key, own);
		}
		return own;
	}

	private void complete(List<?> key, Read own, Supplier<Object> read) {
		try {
			Object result = read.get();
			own.end().set(this.nanoTime.getAsLong());
			own.result().complete(result);
		}
		catch (Throwable ex) {
			forget(key, own);
			own.result().completeExceptionally(ex);
		}
	}

	private synchronized void forget(List<?> key, Read read) {
		this.reads.remove(key, read);
	}

	/** Forget all results, because something was changed. */
	public synchronized void clear() {
		this.reads.clear();
	}

	private static Object await(CompletableFuture<Object> result) {
		try {
			return result.join();
		}
		catch (CompletionException ex) {
			if (ex.getCause() instanceof RuntimeException failure) {
				throw failure;
			}
			if (ex.getCause() instanceof Error error) {
				throw error;
			}
			throw ex;
		}
	}

	/**
	 * A read that is in progress or has ended.
	 *
	 * @param end when it ended, as a System.nanoTime() value, set before the result
	 */
	private record Read(CompletableFuture<Object> result, AtomicLong end) {

		boolean isOver(long now) {
			return this.result.isDone() && now - this.end.get() >= KEEP.toNanos();
		}

	}

}
