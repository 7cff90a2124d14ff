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
import java.sql.SQLException;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;

/**
 * A connection with a transaction that is rolled back unless it is committed.
 */
final class OwnConnection implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(OwnConnection.class);

	private final Connection connection;

	private final Failures failures;

	private final boolean autoCommit;

	/** The isolation to restore, {@code null} if it was not changed. */
	private final @Nullable Integer isolation;

	private boolean open;

	OwnConnection(Connection connection, Failures failures, boolean isolationSet) throws SQLException {
		this.connection = connection;
		this.failures = failures;
		try {
			this.autoCommit = connection.getAutoCommit();
			this.isolation = isolationSet ? connection.getTransactionIsolation() : null;
			if (isolationSet) {
				connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
			}
			if (this.autoCommit) {
				connection.setAutoCommit(false);
			}
		}
		catch (SQLException ex) {
			connection.close();
			throw ex;
		}
		this.open = true;
	}

	Connection connection() {
		return this.connection;
	}

	void commit() {
		this.open = false;
		try {
			this.connection.commit();
		}
		catch (SQLException ex) {
			DataAccessException failure = this.failures.translate("COMMIT", ex);
			throw Sessions.isConflict(failure) ? failure : new UnknownOutcomeException(ex);
		}
	}

	@Override
	public void close() {
		try (this.connection) {
			if (this.open) {
				this.connection.rollback();
			}
			if (this.autoCommit) {
				this.connection.setAutoCommit(true);
			}
			// Not every pool does this
			if (this.isolation != null) {
				this.connection.setTransactionIsolation(this.isolation);
			}
		}
		catch (SQLException ex) {
			// The pool discards connections that are broken
			logger.debug(
					"A connection could not be reset before it was returned to the pool; the pool discards broken connections",
					ex);
		}
	}

}
