// SPDX-License-Identifier: Apache-2.0

package io.delay.store.memory;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

import io.delay.store.life.StoreTime;

/**
 * The clock of the store. It keeps the latest time that it has returned. While the source
 * is behind that time by up to a minute, jobs that were ready stay ready. If the source
 * is behind by more, the latest time is set to that of the source. Callers must hold the
 * lock of the store.
 */
final class MemoryClock {

	private final InstantSource source;

	private Instant mark = Instant.EPOCH;

	MemoryClock(InstantSource source) {
		this.source = source;
	}

	StoreTime read() {
		Instant now = this.source.instant();
		Duration behind = Duration.between(now, this.mark);
		if (behind.isNegative() || behind.compareTo(StoreTime.REACH) > 0) {
			this.mark = now.truncatedTo(ChronoUnit.MILLIS);
		}
		return new StoreTime(now, this.mark);
	}

	// Discards the latest time, so that the next reading is that of the source even if
	// the source was set back.
	void forget() {
		this.mark = Instant.EPOCH;
	}

}
