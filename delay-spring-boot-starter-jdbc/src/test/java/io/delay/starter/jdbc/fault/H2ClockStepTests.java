// SPDX-License-Identifier: Apache-2.0

package io.delay.starter.jdbc.fault;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The clock of the JVM is set back and forth. The clock of another database is that of
 * its server, which a test cannot set.
 */
@Tag("thorough")
class H2ClockStepTests {

	private volatile Duration offset = Duration.ZERO;

	@Test
	void theClockIsSetBackAndForth() {
		InstantSource clock = () -> Instant.now().plus(this.offset);
		new Instances("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "delay.job.ttr=60s").withClock(clock)
			.run("H2, clock set back and forth by up to 30 s", (application) -> {
				int[] seconds = { -5, 0, -30, 0, 10, -10, 20, 0 };
				for (int step : seconds) {
					this.offset = Duration.ofSeconds(step);
					Load.pause(1000);
				}
				return seconds.length;
			});
	}

}
