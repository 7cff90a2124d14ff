// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import ch.qos.logback.classic.Level;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.converter.PayloadWriter;
import io.delay.delivery.HandlerScope;
import io.delay.job.JobPriority;
import io.delay.listener.AsyncHandler;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobHandler;
import io.delay.listener.RecordedLog;
import io.delay.listener.execute.FailurePolicy.RetriedExceptions;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.SettlementTransactions;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How a job is settled whose handler runs in a transaction. No exception is retried, so
 * that a retry is due to the transaction.
 */
@Timeout(10)
class TransactionalExecutionTests {

	private final Lease lease = new Lease("orders", "a", "token");

	private final LeaseTerms terms = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);

	private HeldJob job = job(System.nanoTime());

	private final Transactions transactions = new Transactions();

	private HeldJob job(long beginAt) {
		return ContainerFixture.held(
				new ReservedJob(this.lease, this.terms, Instant.EPOCH, Instant.EPOCH,
						new JobRecord(new byte[0], Map.of(), Duration.ofSeconds(9), 7, JobPriority.NORMAL)),
				new HeldLease(this.lease, this.terms, beginAt));
	}

	private Settlement settle(JobHandler handler, boolean interrupted) {
		FailurePolicy policy = new FailurePolicy(BackoffPolicy.ttr(),
				new RetriedExceptions(List.of(), List.of(Exception.class)), List.of(), ContainerFixture.reasons(),
				ContainerFixture.failures());
		LeaseToucher toucher = new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost,
				ContainerFixture.failures());
		JobExecution execution = new JobExecution(handler, policy, toucher, ContainerFixture.reasons(),
				PayloadWriter.simple(), ContainerFixture.failures());
		return ((HandlingResult) new TransactionalExecution(execution, handler, this.transactions).execute(this.job,
				() -> interrupted))
			.settlement();
	}

	private Settlement settleAfterReplacement() {
		HandlerScope scope = this.job.lease().scope();
		return scope
			.call(() -> settle((job, context) -> HandlerScope.ended("orders", "a", HandlerScope.End.REPLACED, false),
					false));
	}

	@Test
	void decisionIsRolledBackWithTheCommitWhichIsRetried() {
		this.transactions.atCommit = new IllegalStateException("no commit");
		assertThat(settle((job, context) -> context.bury("no such order"), false)).isInstanceOfSatisfying(
				Settlement.Fail.class, (fail) -> assertThat(fail.reason().error()).endsWith("no commit"));
		assertThat(this.job.lease().isSettled()).isFalse();
	}

	@Test
	void exceptionOfACallbackAfterTheCommitIsLoggedAndDoesNotFailTheJob() {
		this.transactions.afterCommit = new IllegalStateException("no mail server");
		try (RecordedLog log = new RecordedLog(TransactionalExecution.class)) {
			assertThat(settle((job, context) -> context.bury("no such order"), false))
				.isInstanceOf(Settlement.Bury.class);
			assertThat(log.messages(Level.ERROR)).singleElement().asString().contains("job 'a' of topic 'orders'");
			assertThat(log.text()).contains("no mail server");
		}
		assertThat(this.job.lease().isSettled()).isTrue();
	}

	@Test
	void exceptionOfACallbackThatCannotBeLoggedDoesNotFailTheJob() {
		this.transactions.afterCommit = new IllegalStateException() {

			@Override
			public String getMessage() {
				throw new IllegalStateException("no message");
			}

		};
		assertThat(settle((job, context) -> {
		}, false)).isInstanceOf(Settlement.Ack.class);
		assertThat(this.job.lease().isSettled()).isTrue();
	}

	@Test
	void settlementThatFailsIsRetried() {
		this.transactions.atSettle = new IllegalStateException("no connection");
		assertThat(settle((job, context) -> {
		}, false)).isInstanceOf(Settlement.Fail.class);
	}

	@Test
	void decisionOfAHandlerThatReturnsWhenItIsInterruptedHasNoEffect() {
		assertThat(settle((job, context) -> context.release(Duration.ZERO), true))
			.isEqualTo(new Settlement.HandBack(this.lease));
		assertThat(this.transactions.settled).isEmpty();
	}

	@Test
	void decisionBeforeAnExceptionApplies() {
		assertThat(settle((job, context) -> {
			context.release(Duration.ZERO);
			throw new IllegalStateException("later");
		}, false)).isInstanceOf(Settlement.Release.class);
	}

	@Test
	void exceptionOfTheHandlerIsNotRetried() {
		assertThat(settle((job, context) -> {
			throw new IllegalStateException("boom");
		}, false)).isInstanceOf(Settlement.Bury.class);
	}

	@Test
	void failedResultRollsTheTransactionBackAndFailsTheJob() {
		assertThat(settle((AsyncHandler) (job, context) -> CompletableFuture
			.failedFuture(new IllegalStateException("no such order")), false)).isInstanceOfSatisfying(
					Settlement.Bury.class, (bury) -> assertThat(bury.reason().error()).contains("no such order"));
		assertThat(this.transactions.settled).isEmpty();
		assertThat(this.transactions.committed).isFalse();
	}

	@Test
	void resultThatIsNotCompleteIsCancelledAndFailsTheJob() {
		CompletableFuture<Object> result = new CompletableFuture<>();
		assertThat(settle((AsyncHandler) (job, context) -> result, false)).isInstanceOfSatisfying(Settlement.Bury.class,
				(bury) -> assertThat(bury.reason().error()).contains("its result was not complete when it returned"));
		assertThat(result).isCancelled();
		assertThat(this.transactions.settled).isEmpty();
		assertThat(this.transactions.committed).isFalse();
	}

	@Test
	void resultThatIsCompleteIsCommitted() {
		assertThat(settle((AsyncHandler) (job, context) -> CompletableFuture.completedFuture("done"), false))
			.isInstanceOf(Settlement.Ack.class);
		assertThat(this.transactions.committed).isTrue();
	}

	@Test
	void transactionThatCannotBeginCostsNoAttempt() {
		this.transactions.atBegin = new IllegalStateException("pool is empty");
		List<String> called = new ArrayList<>();
		assertThat(settle((job, context) -> called.add(context.id()), false))
			.isEqualTo(new Settlement.Release(this.lease, Duration.ofSeconds(1)));
		assertThat(called).isEmpty();
	}

	@Test
	void jobThatItsHandlerHasReplacedIsCommitted() {
		this.transactions.answer = SettleResult.LEASE_LOST;
		assertThat(settleAfterReplacement()).isInstanceOf(Settlement.Ack.class);
		assertThat(this.transactions.committed).isTrue();
		assertThat(this.job.lease().isSettled()).isFalse();
		assertThat(this.job.lease().endByHandler()).isNotNull();
	}

	@Test
	void jobThatItsHandlerHasReplacedAfterTheEndOfItsLeaseIsRolledBack() {
		this.transactions.answer = SettleResult.LEASE_LOST;
		// What it has replaced can be in the hands of another worker
		this.job = job(System.nanoTime() - Duration.ofHours(2).toNanos());
		assertThat(settleAfterReplacement()).isInstanceOf(Settlement.HandBack.class);
		assertThat(this.transactions.committed).isFalse();
		assertThat(this.job.lease().endByHandler()).isNull();
	}

	@Test
	void jobWhoseReplacementAnInnerRollbackHasUndoneIsSettledInTheTransaction() {
		assertThat(settleAfterReplacement()).isInstanceOf(Settlement.Ack.class);
		assertThat(this.transactions.settled).singleElement().isInstanceOf(Settlement.Ack.class);
		assertThat(this.transactions.committed).isTrue();
		assertThat(this.job.lease().isSettled()).isTrue();
		assertThat(this.job.lease().endByHandler()).isNull();
	}

	/**
	 * Transactions that fail as told.
	 */
	private static final class Transactions implements SettlementTransactions {

		private final List<Settlement> settled = new ArrayList<>();

		private @Nullable RuntimeException atBegin;

		private @Nullable RuntimeException atSettle;

		private @Nullable RuntimeException atCommit;

		private @Nullable RuntimeException afterCommit;

		private SettleResult answer = SettleResult.DONE;

		private boolean committed;

		@Override
		public void execute(TransactionalWork work, Consumer<Throwable> callbacks) throws Exception {
			fail(this.atBegin);
			work.run();
			fail(this.atCommit);
			this.committed = true;
			if (this.afterCommit != null) {
				callbacks.accept(this.afterCommit);
			}
		}

		@Override
		public SettleResult settle(Settlement settlement) {
			fail(this.atSettle);
			this.settled.add(settlement);
			return this.answer;
		}

		private static void fail(@Nullable RuntimeException failure) {
			if (failure != null) {
				throw failure;
			}
		}

	}

}
