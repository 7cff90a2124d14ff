// SPDX-License-Identifier: Apache-2.0

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

	public static DatabaseProduct of(Connection connection) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		String name = metaData.getDatabaseProductName();
		String version = metaData.getDatabaseProductVersion();
		String url = metaData.getURL();
		// The driver of MySQL calls MariaDB MySQL
		boolean isMariaDb = version.toLowerCase(Locale.ROOT).contains("mariadb");
		return new DatabaseProduct(isMariaDb ? MARIADB : name, version, url != null && url.startsWith("jdbc:h2:mem:"));
	}

	public String description() {
		int end = this.version.indexOf(' ');
		return this.name + " " + ((end > 0) ? this.version.substring(0, end) : this.version);
	}

}
