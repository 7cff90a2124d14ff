// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

/**
 * Configuration properties for Delay's observations.
 *
 * @since 0.1.0
 */
public class ObservationProperties {

	/** Whether to observe submits and deliveries, for timers and traces. */
	private boolean enabled = true;

	public boolean isEnabled() {
		return this.enabled;
	}

	public void setEnabled(boolean enabled) {
		this.enabled = enabled;
	}

}
