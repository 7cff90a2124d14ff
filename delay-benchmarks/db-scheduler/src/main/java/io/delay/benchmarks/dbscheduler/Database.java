// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.dbscheduler;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import javax.sql.DataSource;

import com.github.kagkarlsson.scheduler.SchedulerBuilder;
import com.zaxxer.hikari.HikariConfig;

/**
 * The differences between the databases.
 */
enum Database {

	POSTGRESQL("postgresql-tables.sql", "pollUsingLockAndFetch(4.0, 20.0), reWriteBatchedInserts") {

		@Override
		void tune(HikariConfig config) {
			config.addDataSourceProperty("reWriteBatchedInserts", "true");
		}

		// The limits with which its documentation measured the highest rate with few
		// threads
		@Override
		SchedulerBuilder poll(SchedulerBuilder builder) {
			return builder.pollUsingLockAndFetch(4.0, 20.0);
		}

	},

	MYSQL("mysql-tables.sql", "pollUsingLockAndFetch(4.0, 20.0), rewriteBatchedStatements") {

		@Override
		void tune(HikariConfig config) {
			config.addDataSourceProperty("rewriteBatchedStatements", "true");
		}

		@Override
		SchedulerBuilder poll(SchedulerBuilder builder) {
			return POSTGRESQL.poll(builder);
		}

	},

	// db-scheduler does not support lock-and-fetch on it
	H2("h2-tables.sql", "pollUsingFetch(0.5, 3.0)") {

		@Override
		void tune(HikariConfig config) {
		}

		@Override
		SchedulerBuilder poll(SchedulerBuilder builder) {
			return builder;
		}

	};

	private final String tables;

	private final String settings;

	Database(String tables, String settings) {
		this.tables = tables;
		this.settings = settings;
	}

	static Database of(String jdbcUrl) {
		return switch (jdbcUrl.split(":")[1]) {
			case "postgresql" -> POSTGRESQL;
			case "mysql" -> MYSQL;
			default -> H2;
		};
	}

	abstract void tune(HikariConfig config);

	abstract SchedulerBuilder poll(SchedulerBuilder builder);

	String settings() {
		return this.settings;
	}

	// Another process on the same database may have created them already
	void createTables(DataSource dataSource) {
		try (InputStream tables = Database.class.getResourceAsStream("/" + this.tables);
				Connection connection = dataSource.getConnection();
				Statement statement = connection.createStatement()) {
			if (tables == null) {
				throw new IllegalStateException("'" + this.tables + "' is missing");
			}
			for (String sql : new String(tables.readAllBytes(), StandardCharsets.UTF_8).split(";")) {
				statement.execute(sql);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("The tables could not be created", ex);
		}
	}

}
