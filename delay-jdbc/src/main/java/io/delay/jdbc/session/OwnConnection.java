// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

import io.delay.jdbc.dialect.Dialect;

/**
 * A connection with a transaction that is rolled back unless it is committed, or for one
 * statement that the database commits by itself.
 */
final class OwnConnection implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(OwnConnection.class);

	private final Connection connection;

	private final Failures failures;

	private final Defaults defaults;

	private final boolean autoCommit;

	private final @Nullable String begin;

	private final @Nullable Integer networkTimeout;

	/** Whether each statement has a transaction of its own. */
	private final boolean single;

	private boolean open;

	private boolean ended;

	OwnConnection(Connection connection, Failures failures, Defaults defaults, boolean single, @Nullable String begin)
			throws SQLException {
		this.connection = connection;
		this.failures = failures;
		this.defaults = defaults;
		this.single = single;
		this.begin = begin;
		try {
			this.networkTimeout = limit(connection, defaults.networkTimeout());
			this.autoCommit = connection.getAutoCommit();
			if (begin != null) {
				execute(begin);
			}
			set(single, Connection.TRANSACTION_READ_COMMITTED);
		}
		catch (SQLException ex) {
			try (connection) {
				// The application must not get it with other settings
				connection.abort(Runnable::run);
			}
			throw ex;
		}
		this.open = !single;
	}

	private void set(boolean autoCommit, int isolation) throws SQLException {
		if (isSetByStatement()) {
			return;
		}
		if (this.autoCommit != this.single) {
			this.connection.setAutoCommit(autoCommit);
		}
		if (this.defaults.isIsolationSet()) {
			this.connection.setTransactionIsolation(isolation);
		}
	}

	private boolean isSetByStatement() {
		return this.begin != null && this.defaults.isAutoCommitSet();
	}

	private void execute(String sql) throws SQLException {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
	}

	// Limits the time of replies without a round trip, and returns the former limit if it
	// was changed. A shorter limit of the application takes precedence.
	static @Nullable Integer limit(Connection connection, int networkTimeout) throws SQLException {
		if (networkTimeout == 0) {
			return null;
		}
		int present = connection.getNetworkTimeout();
		if (present > 0 && present <= networkTimeout) {
			return null;
		}
		connection.setNetworkTimeout(Runnable::run, networkTimeout);
		return present;
	}

	Connection connection() {
		return this.connection;
	}

	void commit() {
		try {
			if (isSetByStatement() && this.autoCommit) {
				end();
			}
			else {
				this.connection.commit();
			}
			this.open = false;
		}
		catch (SQLException ex) {
			DataAccessException failure = this.failures.translate("COMMIT", ex);
			throw Sessions.isConflict(failure) ? failure : new UnknownOutcomeException(ex);
		}
	}

	private void end() throws SQLException {
		execute(this.defaults.dialect().end(this.autoCommit, this.defaults.changed()));
		this.ended = true;
	}

	private void reset() throws SQLException {
		if (this.open && isSetByStatement()) {
			execute("ROLLBACK");
		}
		else if (this.open) {
			this.connection.rollback();
		}
		if (this.begin != null && !this.ended) {
			end();
		}
		set(this.autoCommit, this.defaults.isolation());
		if (this.networkTimeout != null) {
			this.connection.setNetworkTimeout(Runnable::run, this.networkTimeout);
		}
	}

	@Override
	public void close() {
		try (this.connection) {
			try {
				reset();
			}
			catch (SQLException ex) {
				// The application must not get it with other settings
				this.connection.abort(Runnable::run);
				throw ex;
			}
		}
		catch (SQLException ex) {
			logger.debug("A connection could not be reset before it was returned to the pool; it was closed", ex);
		}
	}

	/**
	 * What all connections of the data source have in common. The isolation is that
	 * outside the store, {@code changed} has the values that {@link Dialect#begin}
	 * changes, and a network timeout of zero means no limit.
	 */
	record Defaults(Dialect dialect, int isolation, int networkTimeout, List<String> changed, boolean isAutoCommitSet) {

		boolean isIsolationSet() {
			return this.isolation != Connection.TRANSACTION_READ_COMMITTED;
		}

	}

}
