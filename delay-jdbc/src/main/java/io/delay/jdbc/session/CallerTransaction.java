// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Whether the calling thread has a transaction on a data source. That a connection of the
 * data source is bound to the thread does not suffice, because within a transaction of
 * another transaction manager, Spring also binds connections that nobody commits.
 */
final class CallerTransaction {

	private final DataSource dataSource;

	private final Begun begun;

	CallerTransaction(DataSource dataSource) {
		this.dataSource = dataSource;
		this.begun = new Begun(dataSource);
	}

	boolean isOpen() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.getResource(this.dataSource) instanceof ConnectionHolder bound
				&& isManaged(bound) && !CommitMark.ofTransaction().isCommitted();
	}

	// Transaction managers of JPA and Hibernate bind holders that are not synchronized.
	// Those of connections that no transaction manager has bound are synchronized
	private boolean isManaged(ConnectionHolder bound) {
		return !bound.isSynchronizedWithTransaction() || this.begun.isPresent();
	}

	/**
	 * A transaction manager that begins nothing. Only subclasses can see which
	 * connections the transaction managers for JDBC have bound.
	 */
	@SuppressWarnings("serial")
	private static final class Begun extends DataSourceTransactionManager {

		private Begun(DataSource dataSource) {
			super(dataSource);
		}

		private boolean isPresent() {
			return isExistingTransaction(doGetTransaction());
		}

	}

}
