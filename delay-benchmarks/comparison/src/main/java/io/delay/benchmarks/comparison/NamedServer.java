// SPDX-License-Identifier: Apache-2.0

package io.delay.benchmarks.comparison;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * A database server that runs already, with a new database.
 */
final class NamedServer implements Store {

	private static final String DATABASE = "delay_benchmark";

	private final String jdbcUrl;

	NamedServer(String jdbcUrl) {
		this.jdbcUrl = jdbcUrl;
		execute("DROP DATABASE IF EXISTS " + DATABASE);
		execute("CREATE DATABASE " + DATABASE);
	}

	private void execute(String sql) {
		try (Connection connection = DriverManager.getConnection(this.jdbcUrl);
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("The server of 'jdbc-url' has refused: " + sql, ex);
		}
	}

	@Override
	public List<String> arguments() {
		return List.of("jdbc-url=" + this.jdbcUrl.replaceFirst("(//[^/]+/)[^?]*", "$1" + DATABASE));
	}

	@Override
	public String description() {
		try (Connection connection = DriverManager.getConnection(this.jdbcUrl)) {
			return connection.getMetaData().getDatabaseProductName() + " "
					+ connection.getMetaData().getDatabaseProductVersion() + ", its present settings";
		}
		catch (SQLException ex) {
			throw new IllegalStateException("The server of 'jdbc-url' cannot be reached", ex);
		}
	}

	@Override
	public void close() {
		execute("DROP DATABASE " + DATABASE);
	}

}
