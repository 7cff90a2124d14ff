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

package io.delay.redis.reserve;

import java.time.Duration;

import io.delay.redis.wakeup.PartitionWakeUpListener;
import io.delay.redis.wakeup.WakeUp;
import io.delay.store.WakeUpListener;

/**
 * Records the wake-ups of a topic and passes them on, delayed according to the position
 * of this poller in the {@link PollerRotation}.
 */
final class StaggeredWakeUpListener implements PartitionWakeUpListener {

	private final PartitionSchedule schedule;

	private final PollerRotation rotation;

	private final WakeUpListener listener;

	StaggeredWakeUpListener(PartitionSchedule schedule, PollerRotation rotation, WakeUpListener listener) {
		this.schedule = schedule;
		this.rotation = rotation;
		this.listener = listener;
	}

	@Override
	public void wakeUp(WakeUp wakeUp) {
		Duration delay = Duration.ZERO;
		if (wakeUp.partition() != WakeUp.ANY_PARTITION) {
			delay = wakeUp.delay().plus(this.rotation.stagger(wakeUp.partition(), wakeUp.time()));
		}
		this.schedule.wakeUp(wakeUp.partition(), delay);
		this.listener.wakeUpIn(delay);
	}

}
