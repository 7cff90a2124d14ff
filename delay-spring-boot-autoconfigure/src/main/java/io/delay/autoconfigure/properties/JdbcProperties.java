// SPDX-License-Identifier: Apache-2.0

package io.delay.autoconfigure.properties;

import java.time.Duration;

import org.springframework.boot.context.properties.bind.DefaultValue;

import io.delay.jdbc.JdbcJobStoreOptions;

/**
 * Configuration properties for jobs in a relational database.
 *
 * @param tablePrefix Prefix of the names of all tables. Can begin with the name of a
 * schema and a period.
 * @param initializeSchema When to create and upgrade the tables at start-up.
 * @param pollInterval How often an idle instance looks for jobs that other instances have
 * submitted. With 0 it relies on the safety check of its listeners.
 * @param listen Whether instances notify each other of new jobs by LISTEN and NOTIFY.
 * @param timeout How long the database can take to reply in a transaction of Delay,
 * before its connection is closed. With 0 that is not limited.
 * @since 0.1.0
 */
public record JdbcProperties(@DefaultValue(JdbcJobStoreOptions.DEFAULT_TABLE_PREFIX) String tablePrefix,
		@DefaultValue("embedded") SchemaInitialization initializeSchema, @DefaultValue("1s") Duration pollInterval,
		@DefaultValue("auto") ListenMode listen, @DefaultValue("60s") Duration timeout) {

	// Repeats the rule of the store, which may be absent from the class path
	private static final String PREFIX = "([A-Za-z_][A-Za-z0-9_]*\\.)?[A-Za-z_][A-Za-z0-9_]{0,29}";

	public JdbcProperties {
		InvalidSettingException.check("table-prefix", tablePrefix.matches(PREFIX), () -> "Table prefix '" + tablePrefix
				+ "' must be 1 to 30 letters, digits or underscores, optionally after a schema and a period");
		InvalidSettingException.check("poll-interval", !pollInterval.isNegative(),
				() -> "Poll interval " + pollInterval + " must not be negative");
		InvalidSettingException.check("timeout", !timeout.isNegative(),
				() -> "Timeout " + timeout + " must not be negative");
	}

	/**
	 * When the tables of Delay are created and upgraded at start-up.
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

	/**
	 * Whether instances notify each other of new jobs by means of the database.
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

}
