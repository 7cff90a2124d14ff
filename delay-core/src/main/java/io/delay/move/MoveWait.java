// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * How long a move waits without progress. For use by one thread.
 */
final class MoveWait {

	private static final long LONGEST_PAUSE_MILLIS = 200;

	private final Duration timeout;

	private long since = System.nanoTime();

	MoveWait(Duration timeout) {
		this.timeout = timeout;
	}

	String text() {
		return (this.timeout.toSeconds() > 0) ? this.timeout.toSeconds() + " s" : this.timeout.toMillis() + " ms";
	}

	void progressed() {
		this.since = System.nanoTime();
	}

	// False if the timeout has passed since the last progress.
	boolean pause() {
		long left = this.timeout.toNanos() - (System.nanoTime() - this.since);
		if (left <= 0) {
			return false;
		}
		try {
			TimeUnit.NANOSECONDS.sleep(Math.min(left, TimeUnit.MILLISECONDS.toNanos(LONGEST_PAUSE_MILLIS)));
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new JobMoveException("Interrupted while jobs were being moved", ex);
		}
	}

}
