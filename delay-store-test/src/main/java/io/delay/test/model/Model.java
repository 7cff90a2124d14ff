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
