// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;

import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.delay.listener.JobHandler;
import io.delay.listener.lease.Handling;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.SettlementTransactions;
import io.delay.support.FailureLog;

/**
 * Runs the handler on a job in a transaction, in which the job is settled as the last
 * statement. If the handler fails or the lease is lost, the transaction is rolled back,
 * and the failure is settled afterwards, in the same way as without a transaction. A
 * decision of a handler that returned applies only if its transaction was committed.
 */
public final class TransactionalExecution implements Execution {

	private static final FailureLog failureLog = new FailureLog(LogFactory.getLog(TransactionalExecution.class));

	private final JobExecution execution;

	private final JobHandler handler;

	private final SettlementTransactions transactions;

	public TransactionalExecution(JobExecution execution, JobHandler handler, SettlementTransactions transactions) {
		this.execution = execution;
		this.handler = handler;
		this.transactions = transactions;
	}

	@Override
	public Handling execute(HeldJob job, BooleanSupplier interrupted) {
		Call call = new Call(job, this.execution.begin(job), interrupted);
		Throwable failure = null;
		try {
			this.transactions.execute(call::run, (ex) -> warnOfCallback(job, ex));
		}
		catch (Throwable ex) {
			job.lease().rolledBack();
			failure = ex;
		}
		boolean cut = call.isInterrupted();
		if (failure instanceof LeaseLostException) {
			job.lease().handled();
			// The store refuses it, and the lost lease is reported as always
			return new HandlingResult(new Settlement.HandBack(job.job().lease()), null);
		}
		if (failure == null || call.step == Step.HANDLER) {
			return this.execution.endHandler(job, call.context, failure, cut);
		}
		return this.execution.endRolledBack(job, (failure instanceof CutShortException) ? null : failure,
				call.step == Step.BEGIN, cut);
	}

	// Logs that a callback after the commit of the transaction of a handler has failed.
	// Each failure is logged, because no caller receives the exception, which can name
	// jobs that were not submitted.
	private static void warnOfCallback(HeldJob job, Throwable failure) {
		failureLog.error("A callback failed after the commit of the transaction of " + job
				+ ". The job was settled in this transaction, so this is no failed attempt. If the work of the "
				+ "callback must not get lost, submit a job for it in the transaction", failure);
	}

	/** One call of the handler. Used by one thread. */
	private final class Call {

		private final HeldJob job;

		private final DefaultJobContext context;

		private final BooleanSupplier interrupted;

		private @Nullable Boolean cut;

		private Step step = Step.BEGIN;

		Call(HeldJob job, DefaultJobContext context, BooleanSupplier interrupted) {
			this.job = job;
			this.context = context;
			this.interrupted = interrupted;
		}

		void run() throws Exception {
			TransactionalExecution all = TransactionalExecution.this;
			this.step = Step.HANDLER;
			awaited(all.handler.handleAsync(this.job.job(), this.context));
			this.step = Step.END;
			if (isInterrupted()) {
				throw new CutShortException();
			}
			this.job.lease().handled();
			Settlement decision = this.context.decision();
			Settlement settlement = (decision != null) ? decision : new Settlement.Ack(this.job.job().lease());
			this.job.lease().settled();
			boolean done = all.transactions.settle(this.job.withRunningTime(settlement)) == SettleResult.DONE;
			if (this.job.lease().endByHandler() != null) {
				ended(done);
			}
			else if (!done) {
				throw new LeaseLostException();
			}
		}

		// If the lease is still valid, an inner rollback has undone the end of the job by
		// its handler
		private void ended(boolean settled) {
			if (settled) {
				this.job.lease().rolledBack();
				this.job.lease().settled();
			}
			else {
				this.job.lease().notSettled();
			}
		}

		private void awaited(@Nullable CompletionStage<?> result) throws Exception {
			if (result == null) {
				return;
			}
			if (!result.toCompletableFuture().isDone()) {
				result.toCompletableFuture().cancel(true);
				throw new IllegalStateException("Listener " + TransactionalExecution.this.handler
						+ " is transactional, but its result was not complete when it returned. "
						+ "Return when the work is done, or remove 'transactional'");
			}
			result.toCompletableFuture().get();
		}

		// The container is asked once, because its answer ends the run of the handler.
		boolean isInterrupted() {
			Boolean known = this.cut;
			if (known == null) {
				known = this.interrupted.getAsBoolean();
				this.cut = known;
			}
			return known;
		}

	}

	/** What the transaction does. */
	private enum Step {

		BEGIN,

		HANDLER,

		/** The handler has returned; the settlement and the commit follow. */
		END

	}

	/** Thrown to roll back the transaction of a handler whose lease is lost. */
	private static final class LeaseLostException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private LeaseLostException() {
			super("The lease is no longer valid", null, false, false);
		}

	}

	/** Thrown to roll back the transaction of a handler that was interrupted. */
	private static final class CutShortException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		private CutShortException() {
			super("The container is stopping", null, false, false);
		}

	}

}
