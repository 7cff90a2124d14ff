// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A database system.
 *
 * @param name the name: PostgreSQL, MySQL, MariaDB, H2 or that of another system
 * @param version the version as the driver returns it
 * @param isInMemory whether the database ends with the JVM
 */
public record DatabaseProduct(String name, String version, boolean isInMemory) {

	private static final String MARIADB = "MariaDB";

	private static final Map<String, String> LOWEST_VERSIONS = Map.of("H2", "2.2", MARIADB, "10.6", "MySQL", "8.0.16",
			"PostgreSQL", "13");

	private static final Pattern VERSION = Pattern.compile("(?:5\\.5\\.5-)?(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?.*",
			Pattern.DOTALL);

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

	public Dialect dialect() {
		String lowest = LOWEST_VERSIONS.get(this.name);
		if (lowest == null) {
			throw new IllegalStateException("Jobs cannot be stored in database '" + this.name
					+ "'. Use PostgreSQL, MySQL, MariaDB or H2, which can skip locked rows");
		}
		if (isOlder(this.version, lowest)) {
			throw new IllegalStateException("Jobs cannot be stored in " + this.name + " " + this.version
					+ ", which lacks features such as SKIP LOCKED. Use " + this.name + " " + lowest + " or later");
		}
		return switch (this.name) {
			case "PostgreSQL" -> new PostgreSqlDialect();
			case "H2" -> new H2Dialect();
			default -> new MySqlDialect(this.name.equals(MARIADB));
		};
	}

	private static boolean isOlder(String version, String lowest) {
		Matcher numbers = VERSION.matcher(version);
		Matcher lowestNumbers = VERSION.matcher(lowest);
		if (!numbers.matches() || !lowestNumbers.matches()) {
			return false; // an unknown form says nothing about the age
		}
		for (int i = 1; i <= 3; i++) {
			int difference = Integer.compare(number(numbers.group(i)), number(lowestNumbers.group(i)));
			if (difference != 0) {
				return difference < 0;
			}
		}
		return false;
	}

	private static int number(@Nullable String digits) {
		return (digits != null) ? Integer.parseInt(digits) : 0;
	}

}
