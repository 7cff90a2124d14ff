// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

/**
 * Whether instances notify each other of new jobs by means of the database.
 *
 * @since 0.1.0
 */
public enum ListenMode {

	/**
	 * If the database is PostgreSQL. Each instance with listeners then occupies one
	 * connection of the pool.
	 */
	AUTO,

	/**
	 * No, for instance because a pooler in transaction mode is used.
	 */
	OFF

}
