// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.kit.load;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * The time of this machine, and so of its store, in microseconds since 1970.
 */
final class MicroClock {

	private final InstantSource source = InstantSource.system();

	long now() {
		return ChronoUnit.MICROS.between(Instant.EPOCH, this.source.instant());
	}

	Duration until(long micros) {
		return Duration.of(micros - now(), ChronoUnit.MICROS);
	}

}
