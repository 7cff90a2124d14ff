// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.net;

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
