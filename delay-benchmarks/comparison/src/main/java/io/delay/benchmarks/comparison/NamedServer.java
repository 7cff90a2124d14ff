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
