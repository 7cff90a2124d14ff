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

package io.delay.listener.dispatch;

/**
 * The stack of a worker thread, to be logged like the stack trace of an exception.
 */
final class WorkerStack extends Throwable {

	private static final long serialVersionUID = 1L;

	private final boolean handlerReturned;

	/**
	 * Create the stack of a worker at this moment.
	 * @param handlerReturned whether the handler has returned, so that the thread does
	 * what follows, such as the commit
	 */
	WorkerStack(Thread worker, boolean handlerReturned) {
		super("Stack of thread '" + worker.getName() + "'", null, false, true);
		this.handlerReturned = handlerReturned;
		setStackTrace(worker.getStackTrace());
	}

	boolean isHandlerReturned() {
		return this.handlerReturned;
	}

}
