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

package io.delay.benchmarks.kit.database;

import javax.sql.DataSource;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions of an application, each of which inserts a row into a table of the
 * application.
 *
 * @since 0.1.0
 */
public final class BusinessTransactions {

	private final JdbcTemplate jdbcTemplate;

	private final TransactionTemplate transactions;

	/**
	 * Create the table of the application.
	 * @param dataSource the database
	 */
	public BusinessTransactions(DataSource dataSource) {
		this.jdbcTemplate = new JdbcTemplate(dataSource);
		this.transactions = new TransactionTemplate(new JdbcTransactionManager(dataSource));
		this.jdbcTemplate.execute("CREATE TABLE IF NOT EXISTS business (id serial PRIMARY KEY, text varchar(1000))");
	}

	/**
	 * Run a transaction that only inserts the row.
	 * @param text the text of the row
	 */
	public void run(String text) {
		run(text, () -> {
		});
	}

	/**
	 * Run a transaction.
	 * @param text the text of the row
	 * @param more what else is done in the transaction
	 */
	public void run(String text, Runnable more) {
		this.transactions.executeWithoutResult((status) -> {
			this.jdbcTemplate.update("INSERT INTO business (text) VALUES (?)", text);
			more.run();
		});
	}

}
