// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.delay.jdbc.session.CommitMark;

/**
 * Marks each transaction of a transaction manager when it begins, so that the store knows
 * in {@link TransactionSynchronization#afterCommit} that it has been committed. Changes
 * of jobs that are requested there then have a transaction of their own.
 *
 * @since 0.1.0
 */
public final class JdbcTransactionListener implements TransactionExecutionListener {

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		if (beginFailure == null && TransactionSynchronizationManager.isSynchronizationActive()) {
			CommitMark.ofTransaction();
		}
	}

}
