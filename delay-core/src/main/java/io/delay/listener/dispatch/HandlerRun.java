// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

import io.delay.listener.lease.PendingHandling;

/**
 * A run of a handler on the thread of a worker. Must be created on that thread. The
 * container can interrupt the run until the handler has returned, and cancel its
 * asynchronous result after that. The monitor of this object guards its fields.
 */
final class HandlerRun {

	private final long startedAt = System.nanoTime();

	// Set to null by the worker when it leaves the run.
	private @Nullable Thread worker = Thread.currentThread();

	// Whether the handler has returned. Its transaction may not be committed yet. Set by
	// the worker.
	private boolean returned;

	// Set by the thread that stops the container.
	private boolean interrupted;

	// Set by the worker if the handler has returned before its work is done.
	private @Nullable PendingHandling pending;

	long nanos() {
		return System.nanoTime() - this.startedAt;
	}

	// Whether the worker has work left to do, or the asynchronous result was not complete
	// when the handler returned.
	synchronized boolean isRunning() {
		return this.worker != null || isPending();
	}

	synchronized boolean isPending() {
		return this.pending != null;
	}

	// Records that the handler has returned before its work is done. If the container has
	// interrupted the run, the asynchronous result is cancelled.
	void pending(PendingHandling handling) {
		if (becomesPending(handling)) {
			handling.cancel();
		}
	}

	private synchronized boolean becomesPending(PendingHandling handling) {
		this.pending = handling;
		return this.interrupted;
	}

	// Interrupts the worker, or cancels the asynchronous result, unless the handler has
	// called System.exit, which never returns and waits for all containers to stop. The
	// deliveries of a batch share a run, which is interrupted only once.
	boolean interrupt() {
		PendingHandling handling;
		synchronized (this) {
			if (this.interrupted || isExiting()) {
				return false;
			}
			// If the handler has just returned, pending() cancels its asynchronous result
			this.interrupted = true;
			if (this.worker != null && !this.returned) {
				this.worker.interrupt();
				return true;
			}
			handling = this.pending;
		}
		return cancel(handling);
	}

	boolean cancel() {
		return cancel(pending());
	}

	// Not under the lock, because the cancellation may end the delivery on this thread
	private static boolean cancel(@Nullable PendingHandling handling) {
		if (handling == null) {
			return false;
		}
		handling.cancel();
		return true;
	}

	private synchronized @Nullable PendingHandling pending() {
		return this.pending;
	}

	// Records that the handler has returned. From here on the container does not
	// interrupt the worker. Clears a pending interrupt so that it affects neither a
	// transaction that is still to be committed nor the next job. Must be called on the
	// thread of the worker.
	synchronized boolean end() {
		this.returned = true;
		Thread.interrupted();
		return this.interrupted;
	}

	// Ends the run, because the worker has nothing left to do for it. Must be called on
	// the thread of the worker.
	synchronized boolean leave() {
		this.worker = null;
		return end();
	}

	// Whether the handler has called System.exit().
	synchronized boolean isExiting() {
		return this.worker != null && Arrays.stream(this.worker.getStackTrace())
			.anyMatch((frame) -> frame.getClassName().equals("java.lang.Shutdown"));
	}

	// The stack of the worker, null once the worker has left the run.
	synchronized @Nullable WorkerStack stack() {
		return (this.worker != null) ? new WorkerStack(this.worker, this.returned) : null;
	}

}
