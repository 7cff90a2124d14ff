// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Decides whether a transaction that has failed because of another one is repeated. A
 * deadlock ends at once, so many of them are repeated. A statement that has waited too
 * long for a lock has taken its time, 50 seconds on MySQL.
 */
final class Repetition {

	private static final int LEAST_ATTEMPTS = 20;

	private static final Duration MAX_DURATION = Duration.ofSeconds(10);

	private final LongSupplier nanoTime;

	private final long start;

	private int attempts;

	Repetition(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.start = nanoTime.getAsLong();
	}

	boolean isDue(boolean isLockTimeout) {
		this.attempts++;
		boolean isInTime = this.nanoTime.getAsLong() - this.start <= MAX_DURATION.toNanos();
		return isInTime || (this.attempts < LEAST_ATTEMPTS && !isLockTimeout);
	}

	int attempts() {
		return this.attempts;
	}

}
