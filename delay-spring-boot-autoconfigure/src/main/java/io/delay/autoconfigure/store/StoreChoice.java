// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.store;

/**
 * The stores between which the application chooses by its settings, its class path and
 * its beans.
 */
enum StoreChoice {

	/**
	 * Redis.
	 */
	REDIS,

	/**
	 * A relational database.
	 */
	JDBC,

	/**
	 * The memory of the application.
	 */
	MEMORY,

	/**
	 * No choice, because Redis and a database are possible.
	 */
	SEVERAL

}
