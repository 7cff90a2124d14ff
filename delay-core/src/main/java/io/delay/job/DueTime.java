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

package io.delay.job;

import java.time.Duration;
import java.time.Instant;

/**
 * When a job may first run: a delay that the store counts from its own clock, or an
 * instant.
 *
 * @since 0.1.0
 */
public sealed interface DueTime {

	/**
	 * Due as soon as a worker is free.
	 */
	DueTime NOW = new After(Duration.ZERO);

	/**
	 * Due once the delay has passed since the store took the job.
	 * @param delay the delay; fractions of a millisecond are rounded up
	 * @return the due time
	 * @throws IllegalArgumentException if the delay is negative or leads beyond the year
	 * 9999
	 */
	static DueTime after(Duration delay) {
		return new After(delay);
	}

	/**
	 * Due at the instant.
	 * @param instant the instant; one in the past counts as now, fractions of a
	 * millisecond are rounded up
	 * @return the due time
	 * @throws IllegalArgumentException if the instant lies beyond the year 9999
	 */
	static DueTime at(Instant instant) {
		return new At(instant);
	}

	/**
	 * A delay counted from the moment at which the store takes the job.
	 *
	 * @param delay the delay, zero or longer
	 */
	record After(Duration delay) implements DueTime {

		public After {
			JobRules.checkDelay(delay);
		}

	}

	/**
	 * A point in time.
	 *
	 * @param instant the instant
	 */
	record At(Instant instant) implements DueTime {

		public At {
			JobRules.checkDueTime(instant);
		}

	}

}
