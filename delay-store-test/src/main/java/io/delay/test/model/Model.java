// SPDX-License-Identifier: Apache-2.0

package io.delay.test.model;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import io.delay.store.ReserveResult;

/**
 * The store that says how the other one has to behave.
 */
public interface Model extends ModelledStore {

	/**
	 * What each partition that was asked by the last reserve has said of its next event.
	 * @param result what the reserve has answered
	 * @return by the names that the partitions have in {@link Contents}
	 */
	Map<String, Optional<Duration>> nextEvents(String topic, ReserveResult result);

	/**
	 * Delete a job as a purge does.
	 */
	void purge(String topic, String id);

	/**
	 * Set the time up to which the clock was seen to be.
	 * @param mark the time
	 */
	default void setClockMark(Instant mark) {
	}

}
