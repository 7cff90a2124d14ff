// SPDX-License-Identifier: Apache-2.0

package io.delay.test.mysql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The MySQL of the tests, which the system property {@code delay.test.mysql} specifies as
 * {@code jdbc:mysql://host:port/?user=name&password=secret}. The user must be allowed to
 * create databases.
 *
 * @since 0.1.0
 */
public final class MySqlForTests {

	/**
	 * The system property that specifies the server.
	 */
	public static final String PROPERTY = "delay.test.mysql";

	/**
	 * Why tests are skipped without the property.
	 */
	public static final String DISABLED_REASON = "-D" + PROPERTY
			+ "=jdbc:mysql://host:port/?user=... does not specify a server";

	static final String PATTERN = "jdbc:mysql://[^/]+:\\d+/.*";

	private static final Pattern URL = Pattern.compile("(jdbc:mysql://[^/]+:\\d+/)[^?]*(?:\\?(.*))?");

	private MySqlForTests() {
	}

	/**
	 * Whether a server is specified.
	 * @return {@code true} if the system property has the URL of a server
	 */
	public static boolean isSpecified() {
		return System.getProperty(PROPERTY, "").matches(PATTERN);
	}

	/**
	 * Create a database, which is dropped when the JVM ends.
	 * @return its URL, which contains the user
	 * @throws IllegalStateException if no server is specified, or if the database cannot
	 * be created
	 */
	public static String createDatabase() {
		Matcher url = URL.matcher(System.getProperty(PROPERTY, ""));
		if (!url.matches()) {
			throw new IllegalStateException(DISABLED_REASON);
		}
		String name = "delay_" + UUID.randomUUID().toString().replace('-', '_');
		// A proxy reads the statements
		String parameters = "?sslMode=DISABLED&allowPublicKeyRetrieval=true"
				+ ((url.group(2) != null) ? "&" + url.group(2) : "");
		String server = url.group(1) + parameters;
		execute(server, "CREATE DATABASE " + name);
		Runtime.getRuntime().addShutdownHook(new Thread(() -> execute(server, "DROP DATABASE " + name)));
		return url.group(1) + name + parameters;
	}

	private static void execute(String url, String sql) {
		try (Connection connection = DriverManager.getConnection(url);
				Statement statement = connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException("MySQL refused '" + sql + "'", ex);
		}
	}

}
