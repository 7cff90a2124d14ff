// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.time.Duration;

/**
 * Called when a job of a topic will be ready earlier than a waiting consumer expects.
 * Implementations must return at once, because they are called on a thread of the store.
 * Calls can be lost.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WakeUpListener {

	/**
	 * Reserve again after the given time. The time is zero when the subscription was
	 * connected or reconnected, because wake-ups may have been missed.
	 * @param delay the time from now, zero or longer
	 */
	void wakeUpIn(Duration delay);

}
