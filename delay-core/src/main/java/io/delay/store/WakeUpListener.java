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
