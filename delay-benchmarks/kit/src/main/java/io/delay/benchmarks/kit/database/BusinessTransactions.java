// SPDX-License-Identifier: Apache-2.0

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
