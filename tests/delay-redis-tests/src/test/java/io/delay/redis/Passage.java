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

package io.delay.redis;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Whether what travels through a {@link TcpProxy} arrives at once, later, or not until
 * the passage is open again.
 */
final class Passage {

	private String connectionName = "";

	private boolean silent;

	private Duration delay = Duration.ZERO;

	void silence(String connectionName) {
		change(connectionName, true, Duration.ZERO);
	}

	void slow(String connectionName, Duration delay) {
		change(connectionName, false, delay);
	}

	void open() {
		change("", false, Duration.ZERO);
	}

	private synchronized void change(String connectionName, boolean silent, Duration delay) {
		this.connectionName = connectionName;
		this.silent = silent;
		this.delay = delay;
		notifyAll();
	}

	/**
	 * Wait until something may arrive.
	 */
	synchronized void await(ProxiedLink link, long sentAt) throws InterruptedException {
		while (link.isNamed(this.connectionName)) {
			long remaining = sentAt + this.delay.toNanos() - System.nanoTime();
			if (this.silent) {
				wait();
			}
			else if (remaining > 0) {
				TimeUnit.NANOSECONDS.timedWait(this, remaining);
			}
			else {
				return;
			}
		}
	}

}
