// SPDX-License-Identifier: Apache-2.0

package io.delay.boot.test;

import java.util.List;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.Ordered;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.SettlementTransactions;
import io.delay.store.Touch;
import io.delay.store.memory.MemoryJobStore;

/**
 * Transactions of the application in which transactional handlers run. The jobs are in
 * memory, so a job is settled once its transaction has committed. In the transaction of a
 * test, which is rolled back at the end, and without a transaction manager, handlers run
 * without a transaction of their own. Used by the thread that runs the jobs.
 */
final class TesterTransactions implements SettlementTransactions {

	private final MemoryJobStore store;

	private final ObjectProvider<PlatformTransactionManager> transactionManagers;

	private @Nullable Settlement pending;

	TesterTransactions(MemoryJobStore store, ObjectProvider<PlatformTransactionManager> transactionManagers) {
		this.store = store;
		this.transactionManagers = transactionManagers;
	}

	@Override
	public void execute(TransactionalWork work, Consumer<Throwable> afterCommit) throws Exception {
		this.pending = null;
		PlatformTransactionManager manager = this.transactionManagers.getIfUnique();
		if (manager == null || TransactionSynchronizationManager.isActualTransactionActive()) {
			work.run();
			settlePending();
			return;
		}
		TransactionStatus transaction = manager.getTransaction(new DefaultTransactionDefinition());
		Commit commit = new Commit();
		try {
			TransactionSynchronizationManager.registerSynchronization(commit);
			work.run();
		}
		catch (Throwable ex) {
			manager.rollback(transaction);
			throw ex;
		}
		try {
			manager.commit(transaction);
		}
		catch (RuntimeException | Error ex) {
			if (!commit.done) {
				throw ex;
			}
			afterCommit.accept(ex);
		}
	}

	// Only checks the lease, because memory is not rolled back if the commit fails
	@Override
	public SettleResult settle(Settlement settlement) {
		this.pending = settlement;
		return this.store.touch(List.of(Touch.started(settlement.lease()))).get(0);
	}

	private void settlePending() {
		if (this.pending != null) {
			this.store.settle(List.of(this.pending));
		}
	}

	/**
	 * Settles the job after the commit, before other callbacks look at it.
	 */
	private final class Commit implements TransactionSynchronization {

		private boolean done;

		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public void afterCommit() {
			this.done = true;
			settlePending();
		}

	}

}
