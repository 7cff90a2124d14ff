// SPDX-License-Identifier: Apache-2.0

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
