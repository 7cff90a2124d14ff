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

package io.delay.listener.watch;

import io.micrometer.observation.ObservationRegistry;
import org.jspecify.annotations.Nullable;

import io.delay.observation.JobMetrics;
import io.delay.observation.ProcessObservationConvention;

/**
 * The destinations of events, observations and measurements of containers. Internal to
 * Delay: may change without notice.
 *
 * @param events publishes events, {@code null} to publish none
 * @param registry the registry for observations of deliveries; without observation
 * handlers, deliveries are not observed
 * @param convention names the observations of deliveries, {@code null} for the default
 * @param metrics measures the containers, {@code null} to measure nothing
 * @since 0.1.0
 * @hidden
 */
public record InstrumentationOptions(@Nullable DelayEventPublisher events, ObservationRegistry registry,
		@Nullable ProcessObservationConvention convention, @Nullable JobMetrics metrics) {
}
