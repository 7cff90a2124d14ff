// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What the check of a server finds.
 */
abstract class ServerCheckContract {

	private final TestDatabase server;

	ServerCheckContract(TestDatabase server) {
		this.server = server;
	}

	@Test
	void aStricterIsolationIsReported() {
		try (HikariDataSource usual = new HikariDataSource(this.server.config());
				JdbcDatabase database = database(usual)) {
			assertThat(new JdbcServerCheck(database).settings()).noneMatch((problem) -> problem.contains("isolation"));
		}
		HikariConfig config = this.server.config();
		config.setTransactionIsolation("TRANSACTION_SERIALIZABLE");
		try (HikariDataSource strict = new HikariDataSource(config); JdbcDatabase database = database(strict)) {
			assertThat(new JdbcServerCheck(database).settings())
				.anyMatch((problem) -> problem.startsWith("The isolation of database connections is SERIALIZABLE"));
		}
	}

	@Test
	void aLongTransactionIsReported() throws SQLException {
		try (JdbcDatabase database = database(this.server.dataSource());
				Connection other = this.server.dataSource().getConnection()) {
			JdbcServerCheck check = new JdbcServerCheck(database);
			other.setAutoCommit(false);
			other.createStatement().execute("UPDATE delay_clock SET latest = latest");
			assertThat(check.longTransactions(Duration.ZERO)).singleElement()
				.asString()
				.startsWith("A transaction of the database has been open for 0 minutes (");
			assertThat(check.longTransactions()).isEmpty();
			other.rollback();
			// MariaDB and MySQL keep the list for 100 ms
			await().until(() -> check.longTransactions(Duration.ZERO).isEmpty());
		}
	}

	/**
	 * Return what the settings of the server lack for connections with other settings.
	 * @param init the statement that each connection executes at first
	 * @return the problems
	 */
	List<String> settingsAfter(String init) {
		return after(init, JdbcServerCheck::settings);
	}

	/**
	 * Check the server with other settings of the connections.
	 * @param init the statement that each connection executes at first
	 * @param check the check
	 * @return the problems
	 */
	List<String> after(String init, Function<JdbcServerCheck, List<String>> check) {
		HikariConfig config = this.server.config();
		config.setConnectionInitSql(init);
		try (HikariDataSource pool = new HikariDataSource(config); JdbcDatabase database = database(pool)) {
			return check.apply(new JdbcServerCheck(database));
		}
	}

	private static JdbcDatabase database(DataSource dataSource) {
		return new JdbcDatabase(dataSource, JdbcJobStoreOptions.defaults());
	}

}
