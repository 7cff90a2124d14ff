// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.function.Supplier;

/**
 * A clock that stands still until it is set. Set by the thread of the test, read by any
 * thread.
 */
final class TesterClock extends Clock {

	private final Supplier<Instant> initialTime;

	private volatile Instant time;

	/**
	 * Create a clock.
	 * @param initialTime supplies the time at the beginning of each test
	 */
	TesterClock(Supplier<Instant> initialTime) {
		this.initialTime = initialTime;
		this.time = initial();
	}

	// Truncated, because the store rounds due times up to whole milliseconds
	private Instant initial() {
		return this.initialTime.get().truncatedTo(ChronoUnit.MILLIS);
	}

	void reset() {
		this.time = initial();
	}

	void set(Instant time) {
		this.time = time;
	}

	@Override
	public Instant instant() {
		return this.time;
	}

	@Override
	public ZoneId getZone() {
		return ZoneId.systemDefault();
	}

	@Override
	public Clock withZone(ZoneId zone) {
		InstantSource source = this::instant;
		return source.withZone(zone);
	}

}
