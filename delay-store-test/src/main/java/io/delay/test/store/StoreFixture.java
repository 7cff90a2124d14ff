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
 * A store under test, with a clock that moves only when the test moves it. Every test
 * gets a fixture of its own with an empty store, whose clock begins at a whole
 * millisecond.
 *
 * @since 0.1.0
 */
public interface StoreFixture {

	/**
	 * The write side of the store.
	 * @return the store
	 */
	JobStore store();

	/**
	 * The read side of the same store.
	 * @return the inspector
	 */
	JobStoreInspector inspector();

	/**
	 * What a person may do to the same store.
	 * @return the administrator
	 */
	JobStoreAdministrator administrator();

	/**
	 * How many partitions a topic has.
	 * @return one unless overridden
	 */
	default int partitions() {
		return 1;
	}

	/**
	 * Whether the jobs of a topic are spread over several partitions. Then one call hands
	 * over jobs of one of them, and there is no order across them.
	 * @return {@code true} if there are several, unless overridden
	 */
	default boolean isPartitioned() {
		return partitions() > 1;
	}

	/**
	 * What the store's clock says.
	 * @return the time
	 */
	Instant now();

	/**
	 * Move the store's clock.
	 * @param duration how far, negative to move it back; whole microseconds
	 */
	void advance(Duration duration);

}
