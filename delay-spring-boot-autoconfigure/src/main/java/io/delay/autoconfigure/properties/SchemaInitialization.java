// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

/**
 * When the tables of Delay are created and upgraded at start-up.
 *
 * @since 0.1.0
 */
public enum SchemaInitialization {

	/**
	 * If the database is in the memory of the application.
	 */
	EMBEDDED,

	/**
	 * Always, if they do not have the version that this version of Delay needs.
	 */
	ALWAYS,

	/**
	 * Never.
	 */
	NEVER

}
