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
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;

/**
 * A database system.
 *
 * @param name the name: PostgreSQL, MySQL, MariaDB, H2 or that of another system
 * @param version the version as the driver returns it
 * @param isInMemory whether the database ends with the JVM
 */
public record DatabaseProduct(String name, String version, boolean isInMemory) {

	private static final String MARIADB = "MariaDB";

	/**
	 * Return the system of a database.
	 * @param connection a connection to the database
	 * @throws SQLException if the database cannot be asked
	 */
	public static DatabaseProduct of(Connection connection) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		String name = metaData.getDatabaseProductName();
		String version = metaData.getDatabaseProductVersion();
		String url = metaData.getURL();
		// The driver of MySQL calls MariaDB MySQL
		boolean isMariaDb = version.toLowerCase(Locale.ROOT).contains("mariadb");
		return new DatabaseProduct(isMariaDb ? MARIADB : name, version, url != null && url.startsWith("jdbc:h2:mem:"));
	}

	/**
	 * Return the name and the version.
	 * @return the text
	 */
	public String description() {
		int end = this.version.indexOf(' ');
		return this.name + " " + ((end > 0) ? this.version.substring(0, end) : this.version);
	}

}
