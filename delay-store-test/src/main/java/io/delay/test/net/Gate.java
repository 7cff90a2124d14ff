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

package io.delay.test.net;

/**
 * Lets data through while it is open.
 *
 * @since 0.1.0
 */
public final class Gate {

	private boolean isClosed;

	/**
	 * Hold all data from now on.
	 */
	public synchronized void close() {
		this.isClosed = true;
	}

	/**
	 * Let all data through.
	 */
	public synchronized void open() {
		this.isClosed = false;
		notifyAll();
	}

	/** Wait until the gate is open. */
	synchronized void pass() {
		try {
			while (this.isClosed) {
				wait();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

}
