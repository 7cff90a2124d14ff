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

import io.delay.store.Lease;
import io.delay.store.ReserveResult;

/**
 * The store that says how the other one has to behave.
 */
public interface Model extends ModelledStore {

	/**
	 * What each partition that was asked by the last reserve has said of its next event.
	 * @param topic the topic
	 * @param result what the reserve has answered
	 * @return by the names that the partitions have in {@link Contents}
	 */
	Map<String, Optional<Duration>> nextEvents(String topic, ReserveResult result);

	/**
	 * Delete a job as a purge does.
	 * @param topic the topic
	 * @param id the id
	 */
	void purge(String topic, String id);

	/**
	 * Set the time up to which the clock was seen to be.
	 * @param mark the time
	 */
	default void setClockMark(Instant mark) {
	}

	/**
	 * A lease was touched.
	 * @param lease the lease
	 * @param ttr for how long
	 */
	default void touched(Lease lease, Duration ttr) {
	}

	/**
	 * A job was released.
	 * @param lease the lease that ended
	 */
	default void released(Lease lease) {
	}

	/**
	 * Let a lease, if it is still held, end no later than it does by
	 * {@link #boundLeases}.
	 * @param lease the lease
	 */
	default void boundLease(Lease lease) {
		throw new UnsupportedOperationException("Nothing steps back here");
	}

	/**
	 * Let no lease of a topic end later than one TTR from now, or the longest touch that
	 * was longer than its lease, and no retry or release of it wait for longer than its
	 * delay, unless the topic is paused.
	 * @param topic the topic
	 */
	default void boundLeases(String topic) {
		throw new UnsupportedOperationException("Nothing steps back here");
	}

	/**
	 * Set back the times of failures that are ahead, also of jobs that are reserved,
	 * whose failures a reserve has read before.
	 * @param topic the topic
	 */
	default void boundRetries(String topic) {
		throw new UnsupportedOperationException("Nothing steps back here");
	}

}
