// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

/**
 * The stack of a worker thread, to be logged like the stack trace of an exception.
 */
final class WorkerStack extends Throwable {

	private static final long serialVersionUID = 1L;

	private final boolean handlerReturned;

	// If the handler has returned, the thread does what follows, such as the commit.
	WorkerStack(Thread worker, boolean handlerReturned) {
		super("Stack of thread '" + worker.getName() + "'", null, false, true);
		this.handlerReturned = handlerReturned;
		setStackTrace(worker.getStackTrace());
	}

	boolean isHandlerReturned() {
		return this.handlerReturned;
	}

}
