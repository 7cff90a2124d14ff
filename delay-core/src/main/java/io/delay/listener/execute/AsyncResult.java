// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.delivery.HandlerScope;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.PendingHandling;
import io.delay.support.DaemonThread;
import io.delay.support.FailureLog;

/**
 * The asynchronous result of a handler. It completes on any thread, possibly before the
 * handler has returned, and the container can cancel it.
 */
final class AsyncResult {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(AsyncResult.class));

	private final HeldJob job;

	private final CompletableFuture<?> future;

	// Set before the future is cancelled, by the thread that cancels it.
	private volatile boolean cancelled;

	AsyncResult(HeldJob job, CompletionStage<?> stage) {
		this.job = job;
		this.future = futureOf(stage);
	}

	private static CompletableFuture<?> futureOf(CompletionStage<?> stage) {
		try {
			return stage.toCompletableFuture();
		}
		catch (UnsupportedOperationException ex) {
			CompletableFuture<Object> future = new CompletableFuture<>();
			stage.whenComplete((value, failure) -> complete(future, failure));
			return future;
		}
	}

	private static void complete(CompletableFuture<Object> future, @Nullable Throwable failure) {
		if (failure != null) {
			future.completeExceptionally(failure);
		}
		else {
			future.complete(null);
		}
	}

	boolean isComplete() {
		return this.future.isDone();
	}

	// Null if the result, which must be complete, has no failure.
	@Nullable Throwable failure() {
		return this.future.handle((value, failure) -> failure).join();
	}

	// Whether the container has cancelled the result, which may have completed before.
	boolean isCancelled() {
		return this.cancelled;
	}

	// The end is called once, on the thread that completes the result. During the call,
	// this thread counts as a thread of the handler.
	PendingHandling handling(Function<@Nullable Throwable, HandlingResult> end) {
		HandlerScope scope = this.job.lease().scope();
		return new PendingHandling(this.future.handle((value, failure) -> scope.call(() -> end.apply(failure))),
				this::cancel);
	}

	// On a separate thread, because a callback of the application may run during the
	// cancellation and block
	private void cancel() {
		this.cancelled = true;
		try {
			DaemonThread.run("delay-canceller-" + this.job.lease().lease().topic(), this::cancelFuture);
		}
		catch (Throwable ex) {
			failureLog.warn("Could not start a thread to cancel the asynchronous result of " + this.job
					+ "; the calling thread cancels it", ex);
			cancelFuture();
		}
	}

	private void cancelFuture() {
		try {
			this.future.cancel(true);
		}
		catch (Throwable ex) {
			failureLog.warn("Could not cancel the asynchronous result of " + this.job, ex);
		}
	}

}
