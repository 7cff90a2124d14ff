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

package io.delay.jdbc.wakeup;

import java.time.Duration;

/**
 * Wake-ups between the instances that share a database.
 */
public interface RemoteWakeUps extends AutoCloseable {

	/**
	 * Sends and receives nothing, so other instances look for jobs at intervals.
	 */
	RemoteWakeUps NONE = new RemoteWakeUps() {

	};

	/**
	 * Wake up the consumers of a topic in other instances. Must be called after the
	 * commit. This method returns at once and never throws.
	 * @param delay the time until the event
	 */
	default void publish(String topic, Duration delay) {
	}

	/** Receive wake-ups from now on, because there is a subscription. */
	default void subscribed() {
	}

	/**
	 * Return how many wake-ups other instances have caused.
	 * @return a number that has increased before the consumers of this JVM are woken up
	 */
	default long received(String topic) {
		return 0;
	}

	@Override
	default void close() {
	}

}
