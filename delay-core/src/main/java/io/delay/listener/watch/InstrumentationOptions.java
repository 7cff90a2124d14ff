// SPDX-License-Identifier: Apache-2.0

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
