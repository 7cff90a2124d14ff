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

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ExecutionException;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.util.SerializationUtils;

import io.delay.delivery.HandlerScope;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.JobHandler;
import io.delay.listener.RecordedLog;
import io.delay.listener.UnreadableException;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How a job is settled after its handler.
 */
@Timeout(10)
class JobExecutionTests {

	private final Lease lease = new Lease("orders", "a", "token");

	private final HeldJob lastAttempt = new HeldJob(
			new ReservedJob(this.lease, new LeaseTerms(1, 1, Duration.ofHours(1), Instant.EPOCH), Instant.EPOCH,
					Instant.EPOCH, JobRecord.of(new byte[0])),
			new HeldLease(this.lease, new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH), System.nanoTime()));

	private Settlement settle(JobHandler handler, boolean interrupted) {
		FailurePolicy policy = new FailurePolicy(BackoffPolicy.ttr(), List.of(UnreadableException.class), "host-1",
				ContainerFixture.failures());
		LeaseToucher toucher = new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost);
		return new JobExecution(handler, policy, toucher, "host-1", ContainerFixture.failures())
			.execute(this.lastAttempt, () -> interrupted)
			.settlement();
	}

	@Test
	void handlerThatThrowsAfterItHasCancelledItsJobIsSaidNotToBeRepeated() {
		HandlerScope scope = this.lastAttempt.lease().scope();
		scope.enter();
		try (RecordedLog log = new RecordedLog("io.delay.listener")) {
			Settlement settlement = settle((job, context) -> {
				HandlerScope.ended("orders", "a", HandlerScope.End.CANCELLED);
				context.bury("too late");
				throw new IllegalStateException("late");
			}, true);
			assertThat(settlement).isInstanceOf(Settlement.Ack.class);
			assertThat(log.messages(Level.WARN)).singleElement()
				.asString()
				.startsWith("Handler of job 'a' of topic 'orders' threw an exception after the job was cancelled by "
						+ "the handler; this delivery is not retried");
		}
		finally {
			scope.leave();
		}
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
	void exceptionThatCannotBeJudgedIsAPlainFailure() {
		class WithoutWords extends ExecutionException {

		}
		JobHandler handler = (job, context) -> {
			throw new WithoutWords();
		};
		FailurePolicy broken = new FailurePolicy(BackoffPolicy.ttr(), null, "host-1", ContainerFixture.failures());
		Settlement settlement = new JobExecution(handler, broken,
				new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost), "host-1",
				ContainerFixture.failures())
			.execute(this.lastAttempt, () -> false)
			.settlement();
		assertThat(settlement).isInstanceOfSatisfying(Settlement.Fail.class,
				(fail) -> assertThat(fail.reason().error()).isEqualTo(WithoutWords.class.getName()));
	}

	@Test
	void wrappersInACircleAreUnwrappedOnlySoOften() {
		assertThat(settleAfter(circle())).isInstanceOfSatisfying(Settlement.Fail.class,
				(fail) -> assertThat(fail.reason().error()).startsWith(ExecutionException.class.getName()));
	}

	@Test
	void whoEndsAfterTheContainerInterruptedItIsHandedBack() {
		assertThat(settle((job, context) -> {
			throw new IllegalStateException("interrupted");
		}, true)).isEqualTo(new Settlement.HandBack(this.lease));
		assertThat(settle((job, context) -> {
		}, true)).isEqualTo(new Settlement.HandBack(this.lease));
	}

	@Test
	void whoDecidesAlthoughInterruptedIsTakenAtItsWord() {
		assertThat(settle((job, context) -> {
			context.bury("no such order");
			throw new InterruptedException();
		}, true)).isInstanceOf(Settlement.Bury.class);
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
