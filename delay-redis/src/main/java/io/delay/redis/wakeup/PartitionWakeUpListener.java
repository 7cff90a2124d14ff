// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

/**
 * Receives hints that a job of a partition will be ready earlier than a waiting poller
 * expects. Called on a thread of the driver.
 */
@FunctionalInterface
public interface PartitionWakeUpListener {

	void wakeUp(WakeUp wakeUp);

}
