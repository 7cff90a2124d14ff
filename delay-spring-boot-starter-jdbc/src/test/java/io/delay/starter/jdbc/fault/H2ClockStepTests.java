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
