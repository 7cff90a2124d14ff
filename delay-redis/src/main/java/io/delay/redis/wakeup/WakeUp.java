// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.wakeup;

import java.time.Duration;

/**
 * A hint that a job will be ready earlier than a waiting poller expects.
 *
 * @param partition the number of the partition, {@value #ANY_PARTITION} if hints for any
 * partition may have been missed
 * @param time when the job will be ready, in milliseconds of the store's clock
 * @param delay how long from now until that time
 */
public record WakeUp(int partition, long time, Duration delay) {

	public static final int ANY_PARTITION = -1;

	static final WakeUp CHECK_NOW = new WakeUp(ANY_PARTITION, 0, Duration.ZERO);

}
