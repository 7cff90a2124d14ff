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
 * Called when a job of a topic will be ready earlier than a waiting consumer expects, or
 * when a consumer must not handle jobs that it has reserved. Implementations must return
 * at once, because they are called on a thread of the store. Calls can be lost.
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

	/**
	 * A lease has become void, because its job was replaced or cancelled, or because its
	 * job is not yet due and was rescheduled, buried or purged. If the handler has not
	 * started, it must not be started. This method is called for the leases of all
	 * consumers of the topic, and does nothing by default. A store may also call it for
	 * other jobs that are purged.
	 * @param lease the lease
	 */
	default void leaseVoided(Lease lease) {
	}

	/**
	 * Jobs that are not yet due must be handed back, because the topic was paused or
	 * because hints may have been lost. This method does nothing by default.
	 */
	default void recalled() {
	}

}
