// SPDX-License-Identifier: Apache-2.0

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
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * A connection to PostgreSQL that receives the notifications of a channel. Each reply of
 * the database is limited in time, except the rest of a notification that has begun to
 * arrive, because the driver removes the limit for it. Only the thread that has opened
 * the connection may use it. This class needs the driver of PostgreSQL.
 */
public final class ListeningConnection implements AutoCloseable {

	/** How long a reply of the database can take. */
	private static final Duration REPLY_TIMEOUT = Duration.ofSeconds(5);

	private static final Log logger = LogFactory.getLog(ListeningConnection.class);

	private final Connection connection;

	private final Failures failures;

	private final PGConnection driver;

	private final boolean autoCommit;

	/** The network timeout to restore, {@code null} if it was not changed. */
	private final @Nullable Integer networkTimeout;

	private final String listen;

	ListeningConnection(Connection connection, Failures failures, String channel) throws SQLException {
		this.connection = connection;
		this.failures = failures;
		try {
			this.driver = connection.unwrap(PGConnection.class);
			this.autoCommit = connection.getAutoCommit();
			this.networkTimeout = OwnConnection.limit(connection, (int) REPLY_TIMEOUT.toMillis());
		}
		catch (SQLException | RuntimeException | Error ex) {
			connection.close();
			throw ex;
		}
		this.listen = listen(channel);
	}

	private String listen(String channel) throws SQLException {
		try {
			// Notifications are delivered only outside of transactions
			this.connection.setAutoCommit(true);
			String statement = "LISTEN \"" + read(this.connection, "SELECT " + channel) + "\"";
			execute(statement);
			return statement;
		}
		catch (SQLException ex) {
			close();
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
		// Not on that of a pool, because Druid cannot parse the statement
		try (Statement statement = ((Connection) this.driver).createStatement()) {
			statement.execute(sql);
		}
	}

	public List<String> await(Duration atMost) {
		try {
			PGNotification[] received = this.driver.getNotifications((int) atMost.toMillis());
			return (received != null) ? Stream.of(received).map(PGNotification::getParameter).toList() : List.of();
		}
		catch (SQLException ex) {
			throw this.failures.translate(this.listen, ex);
		}
	}

	public void check() {
		try {
			execute(this.listen);
		}
		catch (SQLException ex) {
			throw this.failures.translate(this.listen, ex);
		}
	}

	// The timeout still limits the statement, and is restored even if that fails
	private void reset() throws SQLException {
		try {
			execute("UNLISTEN *");
		}
		finally {
			this.connection.setAutoCommit(this.autoCommit);
			if (this.networkTimeout != null) {
				this.connection.setNetworkTimeout(Runnable::run, this.networkTimeout);
			}
		}
	}

	@Override
	public void close() {
		try (this.connection) {
			if (!this.connection.isClosed()) {
				reset();
			}
		}
		catch (SQLException ex) {
			logger.debug("A connection that received notifications could not be reset; the pool discards it", ex);
		}
	}

}
