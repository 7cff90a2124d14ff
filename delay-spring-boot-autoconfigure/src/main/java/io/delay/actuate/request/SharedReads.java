// SPDX-License-Identifier: Apache-2.0

package io.delay.actuate.request;

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
 * Lets callers who read the same at the same time share one read of the store. A result
 * is reused for a while after its read ended. Failures are passed to those who wait for
 * the same read, but are not kept.
 *
 * @param <R> the type of the results, which must not be changed
 */
public final class SharedReads<R> {

	/**
	 * The maximum number of results. Further reads are not shared, because a result can
	 * have many payloads.
	 */
	static final int MAX_RESULTS = 50;

	private final Duration keep;

	private final LongSupplier nanoTime;

	private final Map<List<?>, Read<R>> reads = new LinkedHashMap<>();

	/**
	 * Create an empty cache.
	 * @param keep how long a result is reused
	 */
	public SharedReads(Duration keep) {
		this(keep, System::nanoTime);
	}

	SharedReads(Duration keep, LongSupplier nanoTime) {
		this.keep = keep;
		this.nanoTime = nanoTime;
	}

	/**
	 * Return the result of a read.
	 * @param key the operation and all values on which the result depends
	 * @param read reads the store. If it calls {@link #clear()}, the result is not kept
	 */
	public R get(List<? extends @Nullable Object> key, Supplier<R> read) {
		Read<R> own = new Read<>(new CompletableFuture<>(), new AtomicLong());
		Read<R> shared = shared(key, own);
		if (shared == own) {
			complete(key, own, read);
		}
		return await(shared.result());
	}

	private synchronized Read<R> shared(List<?> key, Read<R> own) {
		long now = this.nanoTime.getAsLong();
		this.reads.values().removeIf((read) -> read.isOver(now, this.keep));
		Read<R> present = this.reads.get(key);
		if (present != null) {
			return present;
		}
		if (this.reads.size() < MAX_RESULTS) {
			this.reads.put(key, own);
		}
		return own;
	}

	private void complete(List<?> key, Read<R> own, Supplier<R> read) {
		try {
			R result = read.get();
			own.end().set(this.nanoTime.getAsLong());
			own.result().complete(result);
		}
		catch (Throwable ex) {
			forget(key, own);
			own.result().completeExceptionally(ex);
		}
	}

	private synchronized void forget(List<?> key, Read<R> read) {
		this.reads.remove(key, read);
	}

	/** Forget all results, also those of reads that are in progress. */
	public synchronized void clear() {
		this.reads.clear();
	}

	private static <R> R await(CompletableFuture<R> result) {
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
	private record Read<R>(CompletableFuture<R> result, AtomicLong end) {

		boolean isOver(long now, Duration keep) {
			return this.result.isDone() && now - this.end.get() >= keep.toNanos();
		}

	}

}
