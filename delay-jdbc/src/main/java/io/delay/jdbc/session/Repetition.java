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

	private static final Duration PATIENCE = Duration.ofSeconds(10);

	private final LongSupplier nanoTime;

	private final long start;

	private int attempts;

	/**
	 * Begin the first attempt.
	 * @param nanoTime returns the nanoseconds since any time
	 */
	Repetition(LongSupplier nanoTime) {
		this.nanoTime = nanoTime;
		this.start = nanoTime.getAsLong();
	}

	/**
	 * End an attempt that has failed.
	 * @param isLockTimeout whether a statement has waited too long for a lock
	 * @return {@code true} if there should be another attempt
	 */
	boolean isDue(boolean isLockTimeout) {
		this.attempts++;
		boolean isPatient = this.nanoTime.getAsLong() - this.start <= PATIENCE.toNanos();
		return isPatient || (this.attempts < LEAST_ATTEMPTS && !isLockTimeout);
	}

	int attempts() {
		return this.attempts;
	}

}
