// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import java.sql.Connection;
import java.util.function.Consumer;

import org.springframework.core.NestedExceptionUtils;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.util.Assert;

import io.delay.jdbc.session.CommitMark;
import io.delay.jdbc.work.Settling;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.SettlementTransactions;

/**
 * Transactions of a database in which handlers run and their jobs are settled.
 *
 * @since 0.1.0
 */
public final class JdbcSettlementTransactions implements SettlementTransactions {

	private final JdbcDatabase database;

	private final PlatformTransactionManager transactionManager;

	/**
	 * Create transactions.
	 * @param database the database of the store
	 * @param transactionManager the transaction manager of its data source
	 */
	public JdbcSettlementTransactions(JdbcDatabase database, PlatformTransactionManager transactionManager) {
		Assert.notNull(database, "'database' must not be null");
		Assert.notNull(transactionManager, "'transactionManager' must not be null");
		this.database = database;
		this.transactionManager = transactionManager;
	}

	// With REPEATABLE READ, PostgreSQL refuses to settle a job that was touched after the
	// transaction began. To set what is the default costs a statement, and Hibernate
	// refuses it if it releases connections after transactions
	private static TransactionDefinition definition(int usual) {
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition(
				TransactionDefinition.PROPAGATION_REQUIRES_NEW);
		if (usual != Connection.TRANSACTION_READ_COMMITTED) {
			definition.setIsolationLevel(TransactionDefinition.ISOLATION_READ_COMMITTED);
		}
		return definition;
	}

	@Override
	public void execute(TransactionalWork work, Consumer<Throwable> afterCommit) throws Exception {
		// Connects outside the transaction, which holds a connection
		TransactionStatus status = begin(definition(this.database.works().sessions().isolation()));
		CommitMark mark;
		try {
			mark = CommitMark.ofTransaction();
			work.run();
		}
		catch (Throwable ex) {
			rollBack(status, ex);
			throw ex;
		}
		try {
			this.transactionManager.commit(status);
		}
		catch (RuntimeException | Error ex) {
			if (!mark.isCommitted()) {
				throw ex;
			}
			afterCommit.accept(ex);
		}
	}

	// The log treats it like any other outage of the database
	private TransactionStatus begin(TransactionDefinition definition) {
		try {
			return this.transactionManager.getTransaction(definition);
		}
		catch (CannotCreateTransactionException ex) {
			throw new DataAccessResourceFailureException("The database cannot begin a transaction: "
					+ NestedExceptionUtils.getMostSpecificCause(ex).getMessage(), ex);
		}
	}

	// A connection that cannot be rolled back is broken, so the database rolls back
	private void rollBack(TransactionStatus status, Throwable failure) {
		try {
			this.transactionManager.rollback(status);
		}
		catch (RuntimeException | Error ex) {
			failure.addSuppressed(ex);
		}
	}

	@Override
	public SettleResult settle(Settlement settlement) {
		return new Settling(this.database.works()).settleJoining(settlement);
	}

}
