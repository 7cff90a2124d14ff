// SPDX-License-Identifier: Apache-2.0

package io.delay.rest.http;

import org.jspecify.annotations.Nullable;

/**
 * An action that is called once if a client hangs up. It can be set before or after the
 * client hangs up, and on a different thread.
 */
public final class HangUpAction {

	private @Nullable Runnable action;

	private boolean isHungUp;

	/** Set the action, and call it if the client has already hung up. */
	public void set(Runnable action) {
		synchronized (this) {
			if (!this.isHungUp) {
				this.action = action;
				return;
			}
		}
		action.run();
	}

	/** Call the action, because the client has hung up. Further calls have no effect. */
	public void run() {
		Runnable present;
		synchronized (this) {
			this.isHungUp = true;
			present = this.action;
			this.action = null;
		}
		if (present != null) {
			present.run();
		}
	}

	public synchronized boolean isHungUp() {
		return this.isHungUp;
	}

}
