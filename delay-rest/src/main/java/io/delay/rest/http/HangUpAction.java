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

	/**
	 * Whether the client has hung up.
	 * @return {@code true} after {@link #run()}
	 */
	public synchronized boolean isHungUp() {
		return this.isHungUp;
	}

}
