/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.delay.autoconfigure.diagnostics;

import java.util.List;

/**
 * Thrown at start-up when jobs cannot be stored in the database of the application.
 *
 * @since 0.1.0
 */
public final class UnusableDatabaseException extends RuntimeException {

	/** How the tables are created and upgraded. */
	public static final String TABLES_REMEDY = "Set delay.jdbc.initialize-schema=always, so that Delay runs its "
			+ "scripts at start-up, or run them yourself, for example with Flyway or Liquibase. If the tables have "
			+ "other names, or other programs have tables of these names, set delay.jdbc.table-prefix.";

	private static final long serialVersionUID = 1L;

	private final String action;

	private UnusableDatabaseException(String message, String action, Throwable cause) {
		super(message, cause);
		this.action = action;
	}

	private UnusableDatabaseException(String message, String action) {
		super(message);
		this.action = action;
	}

	/**
	 * Create an exception for a database system that is not supported.
	 * @param cause the exception that names the system
	 * @return the exception
	 */
	public static UnusableDatabaseException unsupported(IllegalStateException cause) {
		return new UnusableDatabaseException("Delay cannot use the database of the application: " + cause.getMessage(),
				"Use such a database, or define a JdbcDatabase bean with another data source.", cause);
	}

	/**
	 * Create an exception for distributed transactions, which the store cannot join.
	 * @param transactionManager the name of the only transaction manager
	 * @return the exception
	 */
	public static UnusableDatabaseException distributed(String transactionManager) {
		return new UnusableDatabaseException(
				"Delay cannot store jobs in the distributed transactions of the JtaTransactionManager '"
						+ transactionManager + "'.",
				"Use a JdbcTransactionManager or JpaTransactionManager, define a JdbcDatabase bean with a data source "
						+ "that takes no part in distributed transactions, or store jobs in Redis.");
	}

	/**
	 * Create an exception for tables that are missing, outdated or could not be created.
	 * @param problems a sentence for each problem
	 * @return the exception
	 */
	public static UnusableDatabaseException ofTables(List<String> problems) {
		return new UnusableDatabaseException("The tables of Delay cannot be used: " + String.join(". ", problems) + ".",
				TABLES_REMEDY);
	}

	String action() {
		return this.action;
	}

}
