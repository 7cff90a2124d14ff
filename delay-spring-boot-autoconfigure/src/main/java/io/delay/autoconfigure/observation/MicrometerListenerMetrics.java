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

package io.delay.autoconfigure.observation;

import io.micrometer.core.instrument.MeterRegistry;

import io.delay.listener.ListenerMetrics;
import io.delay.listener.ListenerRecorder;
import io.delay.metrics.DelayMeter;

/**
 * Records {@link DelayMeter#LATENESS} and {@link DelayMeter#SETTLED} of containers.
 */
final class MicrometerListenerMetrics implements ListenerMetrics {

	private final MeterRegistry registry;

	/**
	 * Create metrics.
	 * @param registry the registry of the meters
	 */
	MicrometerListenerMetrics(MeterRegistry registry) {
		this.registry = registry;
	}

	@Override
	public ListenerRecorder recorder(String topic, String listener) {
		return new MicrometerListenerRecorder(this.registry, topic, listener);
	}

}
