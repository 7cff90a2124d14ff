// SPDX-License-Identifier: Apache-2.0

package io.delay.job;

/**
 * Determines which of the ready jobs of a topic is reserved first. While jobs of several
 * priorities are ready, at least one in ten reserved jobs comes from each lower priority,
 * so that no priority starves. Priorities do not affect jobs that are not due yet.
 *
 * @since 0.1.0
 */
public enum JobPriority {

	/**
	 * Reserved before jobs of all other priorities.
	 */
	HIGH,

	/**
	 * The default priority.
	 */
	NORMAL,

	/**
	 * Reserved after jobs of all other priorities.
	 */
	LOW

}
