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
	 * End a lease in the transaction of the calling thread. Must be called within the
	 * work.
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
