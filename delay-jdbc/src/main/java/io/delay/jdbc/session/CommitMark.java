// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.session;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Whether a transaction has been committed. Its connection is still bound to the thread
 * while {@link TransactionSynchronization#afterCommit} runs, but no commit follows.
 */
public final class CommitMark implements TransactionSynchronization {

	private boolean committed;

	private CommitMark() {
	}

	/**
	 * Return the mark of the transaction of the calling thread, whose synchronization
	 * must be active. If the first call for a transaction follows its commit, the mark
	 * does not notice the commit.
	 */
	public static CommitMark ofTransaction() {
		for (TransactionSynchronization each : TransactionSynchronizationManager.getSynchronizations()) {
			if (each instanceof CommitMark mark) {
				return mark;
			}
		}
		CommitMark mark = new CommitMark();
		TransactionSynchronizationManager.registerSynchronization(mark);
		return mark;
	}

	// False also if this is unknown
	public boolean isCommitted() {
		return this.committed;
	}

	// Before other synchronizations, which may submit jobs
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void afterCommit() {
		this.committed = true;
	}

	// If afterCommit() of an earlier synchronization throws an exception, Spring does not
	// call that of the mark
	@Override
	public void afterCompletion(int status) {
		this.committed |= status == STATUS_COMMITTED;
	}

}
