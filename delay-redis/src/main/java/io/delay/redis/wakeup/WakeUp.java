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

	/**
	 * The hint to check all partitions now.
	 */
	static final WakeUp CHECK_NOW = new WakeUp(ANY_PARTITION, 0, Duration.ZERO);

}
