// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.util.Assert;

/**
 * Configuration properties for Delay's health indicator.
 *
 * @since 0.1.0
 */
public class HealthProperties {

	private static final Duration SHORTEST_AGE = Duration.ofSeconds(1);

	/**
	 * How long a job may be ready before the health of the application is OUT_OF_SERVICE.
	 * Paused topics are ignored.
	 */
	private @Nullable Duration maxReadyAge;

	public @Nullable Duration getMaxReadyAge() {
		return this.maxReadyAge;
	}

	public void setMaxReadyAge(@Nullable Duration maxReadyAge) {
		// A number without a unit is in milliseconds, and every ready job soon exceeds it
		Assert.isTrue(maxReadyAge == null || maxReadyAge.compareTo(SHORTEST_AGE) >= 0, () -> "Max ready age "
				+ maxReadyAge + " must be a second or longer. Give it a unit, as in 5m, or remove the setting");
		this.maxReadyAge = maxReadyAge;
	}

}
