// SPDX-License-Identifier: Apache-2.0

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
