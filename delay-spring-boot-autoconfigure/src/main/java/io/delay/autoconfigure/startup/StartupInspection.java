// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.startup;

import java.time.Duration;
import java.util.List;

/**
 * A part of the start-up check.
 */
interface StartupInspection {

	/**
	 * Inspect once.
	 * @throws org.springframework.dao.DataAccessException if the store cannot be reached
	 */
	List<StartupFinding> findings();

	/**
	 * Return how long to wait after start-up until other applications that start at the
	 * same time can be inspected, too.
	 * @return the delay, zero if an inspection at start-up finds everything
	 */
	default Duration delay() {
		return Duration.ZERO;
	}

}
