// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.lease;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;

import org.jspecify.annotations.Nullable;

/**
 * A handling that ends when the asynchronous result of its handler is complete.
 */
public final class PendingHandling implements Handling {

	private final CompletableFuture<HandlingResult> result;

	private final Runnable cancellation;

	// The cancellation completes the result, and must not block.
	public PendingHandling(CompletableFuture<HandlingResult> result, Runnable cancellation) {
		this.result = result;
		this.cancellation = cancellation;
	}

	@Override
	public PendingHandling then(UnaryOperator<HandlingResult> change) {
		return new PendingHandling(this.result.thenApply(change), this.cancellation);
	}

	@Override
	public PendingHandling whenEnded(Runnable action) {
		return new PendingHandling(this.result.whenComplete((ended, failure) -> action.run()), this.cancellation);
	}

	/**
	 * Pass on the result, at once if the handling has ended, otherwise on the thread that
	 * ends it.
	 */
	public void deliver(BiConsumer<@Nullable HandlingResult, @Nullable Throwable> receiver) {
		this.result.whenComplete(receiver);
	}

	public @Nullable HandlingResult await(Duration timeout) throws InterruptedException {
		try {
			return this.result.get(timeout.toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (TimeoutException ex) {
			return null;
		}
		catch (ExecutionException ex) {
			throw new IllegalStateException(ex.getCause());
		}
	}

	// Completes the result, and does not block.
	public void cancel() {
		this.cancellation.run();
	}

}
