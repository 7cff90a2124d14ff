// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

/**
 * A subscription to the wake-ups of one topic.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface WakeUpSubscription extends AutoCloseable {

	/**
	 * End the subscription. This method never throws; further calls have no effect.
	 */
	@Override
	void close();

}
