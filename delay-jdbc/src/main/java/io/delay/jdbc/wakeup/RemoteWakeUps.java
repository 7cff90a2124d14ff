// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.wakeup;

import java.time.Duration;

/**
 * Wake-ups between the instances that share a database.
 */
public interface RemoteWakeUps extends AutoCloseable {

	RemoteWakeUps NONE = new RemoteWakeUps() {

	};

	// Must be called after the commit. Returns at once and never throws
	default void publish(String topic, Duration delay) {
	}

	default void subscribed() {
	}

	// Increased before the consumers of this JVM are woken up
	default long received(String topic) {
		return 0;
	}

	@Override
	default void close() {
	}

}
