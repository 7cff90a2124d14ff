// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;

import org.springframework.util.Assert;

/**
 * Configuration properties for Delay's meters.
 *
 * @since 0.1.0
 */
public class MetricsProperties {

	private static final Duration MIN_INTERVAL = Duration.ofSeconds(1);

	/** Whether to register counters, gauges and the lateness of jobs. */
	private boolean enabled = true;

	/**
	 * Interval at which the gauges of topics are read from the store in the background.
	 */
	private Duration interval = Duration.ofSeconds(30);

	/**
	 * Maximum number of topics that have gauges. Topics of the application's own
	 * listeners come first.
	 */
	private int maxTopics = 100;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

	public Duration getInterval() {
		return this.interval;
	}

	public void setInterval(Duration interval) {
		Assert.isTrue(interval.compareTo(MIN_INTERVAL) >= 0,
				() -> "Interval " + interval + " must be at least a second. Give it a unit, as in 30s");
		this.interval = interval;
	}

	public int getMaxTopics() {
		return this.maxTopics;
	}

	public void setMaxTopics(int maxTopics) {
		Assert.isTrue(maxTopics >= 1, () -> "Number of topics " + maxTopics + " must be at least 1");
		this.maxTopics = maxTopics;
	}

}
