// SPDX-License-Identifier: Apache-2.0

package io.delay.store;

import java.util.function.Consumer;

/**
 * Transactions in which a handler runs and its job is settled, so that both take effect
 * together or not at all. A store whose data is in the database of the application
 * supports them.
 *
 * @since 0.1.0
 */
public interface SettlementTransactions {

	/**
	 * Do work in a new transaction of the calling thread. The transaction is committed
	 * when the work returns, and rolled back if it throws an exception.
	 * @param afterCommit accepts an exception of code that runs after the commit, such as
	 * a callback of the application; the transaction remains committed
	 * @throws Exception if the work throws it, or if the transaction cannot be begun or
	 * committed
	 */
	void execute(TransactionalWork work, Consumer<Throwable> afterCommit) throws Exception;

	/**
	 * End a lease in the transaction of the calling thread. Must be called by the work
	 * that is passed to {@code execute}.
	 * @return {@link SettleResult#DONE} if the settlement takes effect with the commit;
	 * otherwise the caller must roll back
	 */
	SettleResult settle(Settlement settlement);

	/**
	 * Work in a transaction.
	 */
	@FunctionalInterface
	interface TransactionalWork {

		/**
		 * Do the work.
		 * @throws Exception if the transaction must be rolled back
		 */
		void run() throws Exception;

	}

}
