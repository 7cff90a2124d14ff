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

package io.delay.jdbc.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Finds the dialect of a database.
 */
public final class Dialects {

	private Dialects() {
	}

	/**
	 * Return the dialect of a database.
	 * @param connection a connection to the database
	 * @return the dialect
	 * @throws SQLException if the database cannot be asked
	 * @throws IllegalStateException if the database is not supported
	 */
	public static Dialect of(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		return switch (product.toLowerCase(Locale.ROOT)) {
			case "postgresql" -> new PostgreSqlDialect();
			case "h2" -> new H2Dialect();
			case "mysql", "mariadb" -> new MySqlDialect();
			default -> throw new IllegalStateException("Jobs cannot be stored in database '" + product
					+ "'. Use PostgreSQL, MySQL, MariaDB or H2, which can skip locked rows");
		};
	}

}
