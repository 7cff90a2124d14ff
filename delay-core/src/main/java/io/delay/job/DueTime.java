// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

import java.time.Duration;
import java.time.Instant;

/**
 * When a job is first due: after a delay according to the store's clock, or at an
 * instant.
 *
 * @since 0.1.0
 */
public sealed interface DueTime {

	/**
	 * Due at once.
	 */
	DueTime NOW = new After(Duration.ZERO);

	/**
	 * Create a due time from a delay, which starts when the store receives the job.
	 * @param delay the delay; fractions of a millisecond are rounded up
	 * @return the due time
	 * @throws IllegalArgumentException if the delay is negative or ends after the year
	 * 9999
	 */
	static DueTime after(Duration delay) {
		return new After(delay);
	}

	/**
	 * Create a due time from an instant.
	 * @param instant the instant; an instant in the past means now, and fractions of a
	 * millisecond are rounded up
	 * @return the due time
	 * @throws IllegalArgumentException if the instant is after the year 9999
	 */
	static DueTime at(Instant instant) {
		return new At(instant);
	}

	/**
	 * A delay that starts when the store receives the job.
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
	 */
	record At(Instant instant) implements DueTime {

		public At {
			JobRules.checkDueTime(instant);
		}

	}

}
