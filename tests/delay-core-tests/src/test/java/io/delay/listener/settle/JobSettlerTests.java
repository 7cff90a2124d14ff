// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.job.JobState;
import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.JobStore;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(20)
class JobSettlerTests {

	private final ContainerFixture fixture = new ContainerFixture();

	/** Its thread is not started, so that nothing sends a settlement by accident. */
	private final JobSettler settler = settler(this.fixture.store);

	private final AtomicInteger ended = new AtomicInteger();

	@Test
	void settlementThatArrivesAfterTheLastOneWasSentIsSentByItsOwnThread() throws Exception {
		PendingSettlement settlement = reserve("a");
		this.settler.close(Duration.ofSeconds(5));
		this.settler.settle(settlement);
		assertThat(this.fixture.store.find(ContainerFixture.TOPIC, "a")).isEmpty();
		assertThat(this.settler.left()).isZero();
	}

	@Test
	void settlementsThatWereNotSentInTimeAreCounted() throws Exception {
		this.settler.settle(reserve("a"));
		this.settler.close(Duration.ZERO);
		assertThat(this.settler.left()).isOne();
		assertThat(this.fixture.store.find(ContainerFixture.TOPIC, "a")).get()
			.satisfies((job) -> assertThat(job.state()).isEqualTo(JobState.RESERVED));
	}

	@Test
	void settlementHasEndedOnceTheStoreHasAnswered() throws Exception {
		CountDownLatch answer = new CountDownLatch(1);
		CountDownLatch sent = new CountDownLatch(1);
		JobSettler started = settler(new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				sent.countDown();
				awaitUninterrupted(answer);
				return super.settle(settlements);
			}

		});
		started.thread().start(null);
		try {
			started.settle(reserve("a"));
			assertThat(sent.await(5, TimeUnit.SECONDS)).isTrue();
			assertThat(this.ended).hasValue(0);
			answer.countDown();
			await().until(() -> this.ended.get() == 1);
		}
		finally {
			answer.countDown();
			started.close(Duration.ofSeconds(5));
		}
	}

	@Test
	void settlementHasEndedOnceItsLeaseHasEnded() throws Exception {
		PendingSettlement settlement = reserve("a", System.nanoTime() - Duration.ofHours(1).toNanos());
		JobSettler started = settler(new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				throw new DataAccessResourceFailureException("unreachable");
			}

		});
		started.thread().start(null);
		try {
			started.settle(settlement);
			await().until(() -> this.ended.get() > 0);
			assertThat(started.left()).isZero();
		}
		finally {
			started.close(Duration.ofSeconds(5));
		}
	}

	@Test
	void settlementsThatWereNotSentInTimeHaveEnded() throws Exception {
		this.settler.settle(reserve("a"));
		assertThat(this.ended).hasValue(0);
		this.settler.close(Duration.ZERO);
		assertThat(this.ended).hasValue(1);
	}

	@Test
	void settlementThatIsSentByItsOwnThreadHasEndedThoughTheStoreDoesNotAnswer() throws Exception {
		JobSettler closed = settler(new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				throw new DataAccessResourceFailureException("unreachable");
			}

		});
		closed.close(Duration.ZERO);
		closed.settle(reserve("a"));
		assertThat(this.ended).hasValue(1);
	}

	@Test
	void settlementThatIsSentByItsOwnThreadIsLoggedIfATransactionHasLockedItsJob() throws Exception {
		JobSettler closed = settler(new ForwardingJobStore(this.fixture.store) {

			@Override
			public List<SettleResult> settle(List<Settlement> settlements) {
				return List.of(SettleResult.UNREACHABLE);
			}

		});
		closed.close(Duration.ZERO);
		try (RecordedLog log = new RecordedLog(SettlementLog.class)) {
			closed.settle(reserve("a"));
			assertThat(log.messages(Level.WARN)).singleElement().asString().contains("Gave up on", "'a'");
		}
		assertThat(this.ended).hasValue(1);
	}

	private static void awaitUninterrupted(CountDownLatch latch) {
		try {
			assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private static JobSettler settler(JobStore store) {
		return new JobSettler(ContainerFixture.endpoint(), store, ContainerFixture.noEvents(),
				ContainerFixture.failures(), (failure) -> {
				});
	}

	private PendingSettlement reserve(String id) {
		return reserve(id, System.nanoTime());
	}

	private PendingSettlement reserve(String id, long sentAt) {
		this.fixture.submit(id);
		ReservedJob job = this.fixture.template.reserve(ContainerFixture.TOPIC, 1).get(0);
		HeldLease lease = new HeldLease(job.lease(), job.terms(), sentAt);
		return new PendingSettlement(new Settlement.Ack(job.lease()), lease, JobOutcome.ACKED, ExceptionName.NONE,
				false, this.ended::incrementAndGet);
	}

}
