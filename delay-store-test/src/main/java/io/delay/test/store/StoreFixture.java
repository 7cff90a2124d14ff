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

package io.delay.test.store;

import java.time.Duration;
import java.time.Instant;

import io.delay.store.JobStore;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.store.admin.JobStoreInspector;

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
