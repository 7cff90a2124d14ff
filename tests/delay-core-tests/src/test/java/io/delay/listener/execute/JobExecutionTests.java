// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.SerializationUtils;
import org.springframework.util.unit.DataSize;

import io.delay.converter.PayloadConversionException;
import io.delay.converter.PayloadWriter;
import io.delay.delivery.HandlerScope;
import io.delay.job.JobPriority;
import io.delay.job.PayloadTooLargeException;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobHandler;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnreadableException;
import io.delay.listener.execute.FailurePolicy.RetriedExceptions;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * How a job is settled after its handler.
 */
@Timeout(10)
class JobExecutionTests {

	private static final JobRecord RECORD = new JobRecord(new byte[0], Map.of("k", "v"), Duration.ofSeconds(9), 7,
			JobPriority.HIGH);

	private final Lease lease = new Lease("orders", "a", "token");

	private final HeldJob lastAttempt = ContainerFixture.held(
			new ReservedJob(this.lease, new LeaseTerms(1, 1, Duration.ofHours(1), Instant.EPOCH), Instant.EPOCH,
					Instant.EPOCH, RECORD),
			new HeldLease(this.lease, new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH), System.nanoTime()));

	private Settlement settle(JobHandler handler, boolean interrupted) {
		FailurePolicy policy = new FailurePolicy(BackoffPolicy.ttr(),
				new RetriedExceptions(List.of(), List.of(UnreadableException.class)), List.of(),
				ContainerFixture.reasons(), ContainerFixture.failures());
		LeaseToucher toucher = new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost,
				ContainerFixture.failures());
		return settle(new JobExecution(handler, policy, toucher, ContainerFixture.reasons(), PayloadWriter.simple(),
				ContainerFixture.failures()), interrupted);
	}

	private Settlement settle(JobExecution execution, boolean interrupted) {
		return ((HandlingResult) execution.execute(this.lastAttempt, () -> interrupted)).settlement();
	}

	@Test
	void handlerThatThrowsAfterItHasCancelledItsJobIsReportedAsNotRepeated() {
		HandlerScope scope = this.lastAttempt.lease().scope();
		scope.enter();
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			Settlement settlement = settle((job, context) -> {
				HandlerScope.ended("orders", "a", HandlerScope.End.CANCELLED, false);
				throw new IllegalStateException("late");
			}, false);
			// Without effect, unless a rollback has undone the cancellation
			assertThat(settlement).isInstanceOf(Settlement.Fail.class);
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.startsWith("Handler of job 'a' of topic 'orders' threw an exception after the job was cancelled by "
						+ "the handler; this delivery is not retried unless a rollback has undone that");
		}
		finally {
			scope.leave();
		}
	}

	@Test
	void decisionAndStopApplyIfARollbackHasUndoneTheEndByTheHandler() {
		HandlerScope scope = this.lastAttempt.lease().scope();
		JobHandler cancelling = (job, context) -> HandlerScope.ended("orders", "a", HandlerScope.End.CANCELLED, false);
		assertThat(scope.call(() -> settle((job, context) -> {
			cancelling.handle(job, context);
			context.release(Duration.ofMinutes(5));
		}, false))).isEqualTo(new Settlement.Release(this.lease, Duration.ofMinutes(5)));
		assertThat(scope.call(() -> settle(cancelling, true))).isEqualTo(new Settlement.HandBack(this.lease));
		assertThat(scope.call(() -> settle((job, context) -> {
			cancelling.handle(job, context);
			throw new IllegalStateException("interrupted");
		}, true))).isEqualTo(new Settlement.HandBack(this.lease));
	}

	private Settlement settleAfter(Exception thrown) {
		return settle((job, context) -> {
			throw thrown;
		}, false);
	}

	@Test
	void exceptionThatCannotBeReadIsNamedByItsClassInStoreAndLog() {
		try (RecordedLog log = new RecordedLog(FailurePolicy.class)) {
			Settlement settlement = settleAfter(new UnreadableException());
			assertThat(settlement).isInstanceOfSatisfying(Settlement.Bury.class,
					(bury) -> assertThat(bury.reason().error()).isEqualTo(UnreadableException.class.getName()));
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.contains("job 'a'", UnreadableException.class.getName());
		}
	}

	@Test
	void failureHasItsStackTraceAndHowLongTheHandlerRan() {
		this.lastAttempt.lease().started();
		FailureReasons reasons = new FailureReasons("host-1", DataSize.ofKilobytes(4));
		FailurePolicy policy = new FailurePolicy(BackoffPolicy.ttr(), RetriedExceptions.all(), List.of(), reasons,
				ContainerFixture.failures());
		JobHandler handler = (job, context) -> {
			throw new IllegalStateException("boom", new IOException("no route"));
		};
		Settlement settlement = settle(new JobExecution(handler, policy,
				new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost,
						ContainerFixture.failures()),
				reasons, PayloadWriter.simple(), ContainerFixture.failures()), false);
		assertThat(settlement).isInstanceOfSatisfying(Settlement.Fail.class, (fail) -> {
			assertThat(fail.reason().error()).isEqualTo("java.lang.IllegalStateException: boom");
			assertThat(fail.reason().stackTrace()).startsWith("\tat " + JobExecutionTests.class.getName())
				.contains("\nCaused by: java.io.IOException: no route\n");
			assertThat(fail.reason().runTime()).isNotNull();
		});
	}

	@Test
	void exceptionThatCannotBeExaminedIsAnOrdinaryFailure() {
		class WithoutWords extends ExecutionException {

		}
		JobHandler handler = (job, context) -> {
			throw new WithoutWords();
		};
		FailurePolicy broken = new FailurePolicy(BackoffPolicy.ttr(), null, List.of(), ContainerFixture.reasons(),
				ContainerFixture.failures());
		Settlement settlement = settle(new JobExecution(handler, broken,
				new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost,
						ContainerFixture.failures()),
				ContainerFixture.reasons(), PayloadWriter.simple(), ContainerFixture.failures()), false);
		assertThat(settlement).isInstanceOfSatisfying(Settlement.Fail.class,
				(fail) -> assertThat(fail.reason().error()).isEqualTo(WithoutWords.class.getName()));
	}

	@Test
	void unwrappingOfWrappersThatFormACycleEnds() {
		assertThat(settleAfter(circle())).isInstanceOfSatisfying(Settlement.Fail.class,
				(fail) -> assertThat(fail.reason().error()).startsWith(ExecutionException.class.getName()));
	}

	@Test
	void jobWhoseHandlerEndsAfterAnInterruptOfTheContainerIsHandedBack() {
		assertThat(settle((job, context) -> {
			throw new IllegalStateException("interrupted");
		}, true)).isEqualTo(new Settlement.HandBack(this.lease));
		assertThat(settle((job, context) -> {
		}, true)).isEqualTo(new Settlement.HandBack(this.lease));
	}

	@Test
	void decisionOfAnInterruptedHandlerApplies() {
		assertThat(settle((job, context) -> {
			context.bury("no such order");
			throw new InterruptedException();
		}, true)).isInstanceOf(Settlement.Bury.class);
	}

	@Test
	void resubmitKeepsEverythingButThePayload() {
		Settlement settlement = settle((job, context) -> context.resubmit("next", Duration.ofMinutes(1)), false);
		assertThat(settlement).isInstanceOfSatisfying(Settlement.Resubmit.class, (resubmit) -> {
			assertThat(resubmit.lease()).isEqualTo(this.lease);
			assertThat(resubmit.delay()).isEqualTo(Duration.ofMinutes(1));
			assertThat(resubmit.record().payload()).asString().isEqualTo("next");
			assertThat(resubmit.record()).usingRecursiveComparison().ignoringFields("payload").isEqualTo(RECORD);
		});
	}

	@Test
	void resubmitCountsOnlyIfTheHandlerReturnsAndIsNotInterrupted() {
		assertThat(settle((job, context) -> {
			context.resubmit("next", Duration.ZERO);
			throw new IllegalStateException("boom");
		}, false)).isInstanceOfSatisfying(Settlement.Fail.class,
				(fail) -> assertThat(fail.reason().error()).endsWith("boom"));
		assertThat(settle((job, context) -> context.resubmit("next", Duration.ZERO), true))
			.isEqualTo(new Settlement.HandBack(this.lease));
	}

	@Test
	void lastDecisionApplies() {
		assertThat(settle((job, context) -> {
			context.resubmit("next", Duration.ZERO);
			context.release(Duration.ZERO);
		}, false)).isInstanceOf(Settlement.Release.class);
		assertThat(settle((job, context) -> {
			context.bury("why");
			context.resubmit("next", Duration.ZERO);
		}, false)).isInstanceOf(Settlement.Resubmit.class);
	}

	@Test
	void resubmitWithInvalidValuesIsRejectedAtOnceAndIsNoDecision() {
		assertThat(settle((job, context) -> {
			assertThatExceptionOfType(PayloadConversionException.class)
				.isThrownBy(() -> context.resubmit(17, Duration.ZERO))
				.withMessageContaining("orders");
			assertThatExceptionOfType(PayloadTooLargeException.class)
				.isThrownBy(() -> context.resubmit(new byte[65_537], Duration.ZERO))
				.withMessageContaining("orders");
			assertThatIllegalArgumentException().isThrownBy(() -> context.resubmit("next", Duration.ofNanos(-1)));
			assertThatIllegalArgumentException().isThrownBy(() -> context.resubmit(null, Duration.ZERO));
		}, false)).isInstanceOf(Settlement.Ack.class);
	}

	private static ExecutionException circle() {
		Link link = new Link();
		link.target = new ExecutionException(new ExecutionException(link));
		return SerializationUtils.clone((ExecutionException) link.target);
	}

	/**
	 * Becomes its target when it is read, which makes the only circle of plain wrappers
	 * that Java lets one build.
	 */
	private static final class Link extends Exception {

		private Throwable target;

		private Object readResolve() {
			return this.target;
		}

	}

}
