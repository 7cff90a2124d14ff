// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store;

import java.time.Duration;
import java.time.Instant;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;
import io.delay.test.store.inspect.HistoryContract;

/**
 * A store under test, with a clock that only the test moves. Every test gets its own
 * fixture with an empty store, whose clock starts at a whole millisecond. The store keeps
 * the finished runs of {@link HistoryContract#SETTINGS}.
 *
 * @since 0.1.0
 */
public interface StoreFixture {

	/**
	 * Return the write side of the store.
	 * @return the store
	 */
	JobStore store();

	/**
	 * Return the read side of the same store.
	 * @return the inspector
	 */
	JobStoreInspector inspector();

	/**
	 * Return the administrator of the same store.
	 * @return the administrator
	 */
	JobStoreAdministrator administrator();

	/**
	 * Return the number of partitions per topic.
	 * @return one unless overridden
	 */
	default int partitions() {
		return 1;
	}

	/**
	 * Whether the jobs of a topic are spread over several partitions. In that case one
	 * reserve returns the jobs of only one partition, and jobs are ordered only within
	 * their partition.
	 * @return {@code true} if there are several partitions, unless overridden
	 */
	default boolean isPartitioned() {
		return partitions() > 1;
	}

	/**
	 * Return the time of the store's clock.
	 * @return the time
	 */
	Instant now();

	/**
	 * Move the store's clock.
	 * @param duration how far to move it, in whole microseconds; a negative duration
	 * moves it back
	 */
	void advance(Duration duration);

	/**
	 * Remove finished runs that are too many or too old, if the store does this in the
	 * background.
	 */
	default void removeOldRuns() {
	}

}
