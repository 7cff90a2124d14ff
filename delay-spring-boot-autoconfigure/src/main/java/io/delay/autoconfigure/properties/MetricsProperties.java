// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties for Delay's meters.
 *
 * @param enabled Whether to register counters, gauges and the lateness of jobs.
 * @param interval Interval at which the gauges of topics are read from the store in the
 * background.
 * @param maxTopics Maximum number of topics that have gauges. Topics of the application's
 * own listeners come first.
 * @since 0.1.0
 */
public record MetricsProperties(@DefaultValue("true") boolean enabled, @DefaultValue("30s") Duration interval,
		@DefaultValue("100") int maxTopics) {

	private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

	public MetricsProperties {
		InvalidSettingException.check("interval", interval.compareTo(MIN_INTERVAL) >= 0,
				() -> "Interval " + interval + " must be at least a second. Give it a unit, as in 30s");
		InvalidSettingException.check("max-topics", maxTopics >= 1,
				() -> "Number of topics " + maxTopics + " must be at least 1");
	}

}
