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

package io.delay.jdbc.session;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A connection to PostgreSQL that receives the notifications of a channel. Only the
 * thread that has opened it may use it. This class needs the driver of PostgreSQL.
 */
public final class ListeningConnection implements AutoCloseable {

	private static final Duration PATIENCE = Duration.ofSeconds(5);

	private static final Log logger = LogFactory.getLog(ListeningConnection.class);

	private final Connection connection;

	private final Failures failures;

	private final PGConnection driver;

	private final boolean autoCommit;

	private final String listen;

	ListeningConnection(Connection connection, Failures failures, String channel) throws SQLException {
		this.connection = connection;
		this.failures = failures;
		try {
			this.driver = connection.unwrap(PGConnection.class);
			this.autoCommit = connection.getAutoCommit();
			// Notifications are delivered only outside of transactions
			connection.setAutoCommit(true);
			this.listen = "LISTEN \"" + read(connection, "SELECT " + channel) + "\"";
			execute(this.listen);
		}
		catch (SQLException ex) {
			connection.close();
			throw ex;
		}
	}

	static boolean isPossibleOn(Connection connection) throws SQLException {
		return connection.isWrapperFor(PGConnection.class);
	}

	private static String read(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getString(1);
		}
	}

	private void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

	/**
	 * Wait for notifications.
	 * @param patience how long to wait at most, at least a millisecond
	 * @return the payloads, empty if there were none
	 */
	public List<String> await(Duration patience) {
		try {
			PGNotification[] received = this.driver.getNotifications((int) patience.toMillis());
			return (received != null) ? Stream.of(received).map(PGNotification::getParameter).toList() : List.of();
		}
		catch (SQLException ex) {
			throw this.failures.translate(this.listen, ex);
		}
	}

	/**
	 * Check that the database still replies on this connection.
	 */
	public void check() {
		try {
			int before = this.connection.getNetworkTimeout();
			this.connection.setNetworkTimeout(Runnable::run, (int) PATIENCE.toMillis());
			execute(this.listen);
			this.connection.setNetworkTimeout(Runnable::run, before);
		}
		catch (SQLException ex) {
			throw this.failures.translate(this.listen, ex);
		}
	}

	@Override
	public void close() {
		try (this.connection) {
			if (!this.connection.isClosed()) {
				this.connection.setNetworkTimeout(Runnable::run, (int) PATIENCE.toMillis());
				execute("UNLISTEN *");
				this.connection.setNetworkTimeout(Runnable::run, 0);
				this.connection.setAutoCommit(this.autoCommit);
			}
		}
		catch (SQLException ex) {
			logger.debug("A connection that received notifications could not be reset; the pool discards it", ex);
		}
	}

}
