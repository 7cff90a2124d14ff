// SPDX-License-Identifier: Apache-2.0

package io.delay.template;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

import org.apache.commons.logging.LogFactory;
import org.springframework.transaction.support.TransactionSynchronization;

import io.delay.support.FailureLog;

/**
 * The operations of one template that wait for the commit of one transaction. Used only
 * by the thread of the transaction.
 */
final class PendingOperations implements TransactionSynchronization {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(PendingOperations.class));

	private final DelayTemplate template;

	private final List<PendingOperation> operations = new ArrayList<>();

	// Savepoints that can be rolled back to, in the order of their creation.
	private final List<Savepoint> savepoints = new ArrayList<>();

	private boolean committed;

	PendingOperations(DelayTemplate template) {
		this.template = template;
	}

	boolean isOf(DelayTemplate template) {
		return this.template == template;
	}

	// Whether the transaction has committed and its operations were carried out
	boolean isCommitted() {
		return this.committed;
	}

	void addAll(List<? extends PendingOperation> added) {
		this.operations.addAll(added);
	}

	@Override
	public void savepoint(Object savepoint) {
		this.savepoints.add(new Savepoint(savepoint, this.operations.size()));
	}

	@Override
	public void savepointRollback(Object savepoint) {
		// If the savepoint is older than this object, all operations were added after it
		int size = 0;
		for (int i = this.savepoints.size() - 1; i >= 0; i--) {
			if (this.savepoints.get(i).savepoint() == savepoint) {
				size = this.savepoints.get(i).size();
				break;
			}
			this.savepoints.remove(i);
		}
		this.operations.subList(size, this.operations.size()).clear();
	}

	@Override
	public void afterCommit() {
		run();
	}

	// With STATUS_COMMITTED, operations remain if another synchronization requested them
	// after the commit, or if one threw an exception in afterCommit. Spring does not
	// propagate exceptions from this method.
	@Override
	public void afterCompletion(int status) {
		if (status == STATUS_COMMITTED) {
			try {
				run();
			}
			catch (AfterCommitException ex) {
				failureLog.error(ex.getMessage() + ". The caller of the transaction was not informed", ex);
			}
		}
		else if (status == STATUS_UNKNOWN && !this.operations.isEmpty()) {
			failureLog.warn("It is unknown whether a transaction has committed. Its operations on jobs were not "
					+ "carried out: " + describe() + ". Repeat them if the changes of the transaction are stored");
		}
	}

	private String describe() {
		return this.operations.stream()
			.map((operation) -> operation.operation().name().toLowerCase(Locale.ROOT) + " job '" + operation.id()
					+ "' of topic '" + operation.topic() + "'")
			.collect(Collectors.joining(", "));
	}

	private void run() {
		this.committed = true;
		List<PendingOperation> pending = List.copyOf(this.operations);
		this.operations.clear();
		new AfterCommitRun(this.template).execute(pending);
	}

	/**
	 * A savepoint of the transaction.
	 *
	 * @param savepoint the object that identifies it
	 * @param size the number of operations when it was created
	 */
	private record Savepoint(Object savepoint, int size) {

	}

}
