// SPDX-License-Identifier: Apache-2.0

package io.delay.delivery;

import org.junit.jupiter.api.Test;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import io.delay.store.Lease;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which transactions undo that a handler has ended its own job.
 */
class HandlerScopeTests {

	private final HandlerScope scope = new HandlerScope(new Lease("orders", "a", "token"));

	private final TransactionTemplate transaction = new TransactionTemplate(new Transactions());

	@Test
	void aCommitDoesNotUndoAnEnd() {
		this.transaction.executeWithoutResult((status) -> end(true));
		assertThat(isEnded()).isTrue();
	}

	@Test
	void aRollbackUndoesAnEndInItsTransaction() {
		this.transaction.executeWithoutResult((status) -> {
			end(true);
			status.setRollbackOnly();
		});
		assertThat(isEnded()).isFalse();
		this.transaction.executeWithoutResult((status) -> {
			end(false);
			status.setRollbackOnly();
		});
		assertThat(isEnded()).isTrue();
	}

	@Test
	void aRollbackOfAnotherTransactionDoesNotUndoAnEnd() {
		this.transaction.executeWithoutResult((status) -> {
			end(true);
			TransactionTemplate inner = new TransactionTemplate(this.transaction.getTransactionManager());
			inner.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
			inner.executeWithoutResult((innerStatus) -> innerStatus.setRollbackOnly());
		});
		assertThat(isEnded()).isTrue();
	}

	@Test
	void aRollbackOfAnEarlierEndDoesNotUndoALaterOne() {
		this.transaction.executeWithoutResult((status) -> {
			end(true);
			end(false);
			status.setRollbackOnly();
		});
		assertThat(isEnded()).isTrue();
	}

	@Test
	void anEndAfterTheLeaseIsIgnored() {
		long before = System.nanoTime();
		end(false);
		assertThat(this.scope.end(before)).isNull();
	}

	@Test
	void aRollbackToASavepointUndoesALaterEnd() {
		HandlerScope.RollbackSynchronization synchronization = new HandlerScope.RollbackSynchronization(
				this.scope::reopen);
		end(false);
		synchronization.savepoint("later");
		synchronization.savepointRollback("later");
		assertThat(isEnded()).isTrue();
		synchronization.savepointRollback("earlier");
		assertThat(isEnded()).isFalse();
	}

	private void end(boolean inTransaction) {
		this.scope.call(() -> {
			HandlerScope.ended("orders", "a", HandlerScope.End.CANCELLED, inTransaction);
			return true;
		});
	}

	private boolean isEnded() {
		return this.scope.end(System.nanoTime() + 1_000_000_000L) != null;
	}

	/**
	 * Transactions without a resource.
	 */
	@SuppressWarnings("serial")
	private static final class Transactions extends AbstractPlatformTransactionManager {

		private final ThreadLocal<Object> current = new ThreadLocal<>();

		@Override
		protected Object doGetTransaction() {
			return new Object();
		}

		@Override
		protected boolean isExistingTransaction(Object transaction) {
			return this.current.get() != null;
		}

		@Override
		protected void doBegin(Object transaction, TransactionDefinition definition) {
			this.current.set(transaction);
		}

		@Override
		protected Object doSuspend(Object transaction) {
			Object suspended = this.current.get();
			this.current.remove();
			return suspended;
		}

		@Override
		protected void doResume(Object transaction, Object suspended) {
			this.current.set(suspended);
		}

		@Override
		protected void doCommit(DefaultTransactionStatus status) {
		}

		@Override
		protected void doRollback(DefaultTransactionStatus status) {
		}

		@Override
		protected void doCleanupAfterCompletion(Object transaction) {
			this.current.remove();
		}

	}

}
