// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

/**
 * How the start-up check reports problems.
 *
 * @since 0.1.0
 */
public enum StartupCheckMode {

	/**
	 * Log warnings without delaying start-up.
	 */
	WARN,

	/**
	 * Make start-up fail.
	 */
	FAIL,

	/**
	 * Do not check.
	 */
	OFF

}
