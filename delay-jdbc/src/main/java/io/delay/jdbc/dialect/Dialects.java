// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.dialect;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Finds the dialect of a database.
 */
public final class Dialects {

	private static final Map<String, String> LOWEST_VERSIONS = Map.of("H2", "2.2", "MariaDB", "10.6", "MySQL", "8.0.16",
			"PostgreSQL", "13");

	private static final Pattern VERSION = Pattern.compile("(?:5\\.5\\.5-)?(\\d+)(?:\\.(\\d+))?(?:\\.(\\d+))?.*",
			Pattern.DOTALL);

	private Dialects() {
	}

	public static Dialect of(DatabaseProduct product) {
		String lowest = LOWEST_VERSIONS.get(product.name());
		if (lowest == null) {
			throw new IllegalStateException("Jobs cannot be stored in database '" + product.name()
					+ "'. Use PostgreSQL, MySQL, MariaDB or H2, which can skip locked rows");
		}
		if (isOlder(product.version(), lowest)) {
			throw new IllegalStateException("Jobs cannot be stored in " + product.name() + " " + product.version()
					+ ", which lacks features such as SKIP LOCKED. Use " + product.name() + " " + lowest + " or later");
		}
		return switch (product.name()) {
			case "PostgreSQL" -> new PostgreSqlDialect();
			case "H2" -> new H2Dialect();
			default -> new MySqlDialect(product.name().equals("MariaDB"));
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
