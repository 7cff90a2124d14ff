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

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * One subscription to wake-ups. Several subscriptions of the same listener are distinct.
 */
final class WakeUpSubscriber {

	private static final Log logger = LogFactory.getLog(WakeUpSubscriber.class);

	private final PartitionWakeUpListener listener;

	WakeUpSubscriber(PartitionWakeUpListener listener) {
		this.listener = listener;
	}

	void wakeUp(WakeUp wakeUp) {
		try {
			this.listener.wakeUp(wakeUp);
		}
		catch (RuntimeException ex) {
			logger.warn("A listener of wake-ups failed", ex);
		}
	}

}
