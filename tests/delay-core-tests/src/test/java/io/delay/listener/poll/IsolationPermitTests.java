// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.ContainerFixture;
import io.delay.listener.dispatch.JobDispatcher;
import io.delay.listener.execute.Executions;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.JobSettler;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.memory.MemoryJobStore;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(20)
class IsolationPermitTests {

	private final IsolationPermit permit = new IsolationPermit();

	private final AtomicInteger received = new AtomicInteger();

	private final IsolationPermit.Access isolation = new IsolationPermit.Access(this.permit,
			this.received::incrementAndGet);

	private static HeldLease lease(Duration ttr) {
		return new HeldLease(new Lease("orders", "a", "token"), new LeaseTerms(1, 5, ttr, Instant.EPOCH),
				System.nanoTime());
	}

	@Test
	void waitingContainerIsNotifiedOnceThePermitIsReleased() {
		IsolationPermit.Grant grant = this.permit.tryAcquire();
		this.isolation.lookWhenFree(null);
		assertThat(this.received).hasValue(0);
		grant.release();
		grant.release();
		assertThat(this.received).hasValue(1);
	}

	@Test
	void waitingContainerIsNotifiedOnceTheEndOfTheLeaseIsKnown() {
		IsolationPermit.Grant grant = this.permit.tryAcquire();
		assertThat(this.isolation.lookWhenFree(null)).isNull();
		grant.keepFor(lease(Duration.ofSeconds(30)));
		assertThat(this.received).hasValue(1);
		assertThat(this.isolation.lookWhenFree(null)).isBetween(Duration.ofSeconds(1), Duration.ofSeconds(30));
		assertThat(this.received).hasValue(1);
	}

	@Test
	void permitIsFreeOnceTheLeaseHasEnded() {
		IsolationPermit.Grant grant = this.permit.tryAcquire();
		grant.keepFor(lease(Duration.ZERO));
		assertThat(this.isolation.lookWhenFree(null)).isZero();
		assertThat(this.received).hasValue(1);
		assertThat(this.permit.tryAcquire()).isNotNull();
	}

	@Test
	void releaseAfterTheEndOfTheLeaseDoesNotFreeThePermitOfAnotherJob() {
		IsolationPermit.Grant late = this.permit.tryAcquire();
		late.keepFor(lease(Duration.ZERO));
		IsolationPermit.Grant current = this.permit.tryAcquire();
		current.keepFor(lease(Duration.ofMinutes(1)));
		this.isolation.lookWhenFree(null);
		late.release();
		assertThat(this.received).hasValue(0);
		assertThat(this.permit.tryAcquire()).isNull();
		current.release();
		assertThat(this.received).hasValue(1);
	}

	@Test
	void stoppedPollerDoesNotWait() throws Exception {
		IsolationPermit.Grant grant = this.permit.tryAcquire();
		grant.keepFor(lease(Duration.ofMinutes(1)));
		CountDownLatch reserved = new CountDownLatch(1);
		MemoryJobStore store = new MemoryJobStore();
		JobSource source = new JobSource(new ForwardingJobStore(store) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				reserved.countDown();
				return new ReserveResult(List.of(), null, List.of(), true);
			}

		}, new LeaseTokens("host-1"), "orders", new ReserveTerms(Duration.ofSeconds(30), 3), Duration.ZERO,
				ContainerFixture.noEvents(), this.isolation);
		JobSettler settler = new JobSettler(ContainerFixture.endpoint(), store, ContainerFixture.noEvents(),
				ContainerFixture.failures(), (failure) -> {
				});
		JobDispatcher dispatcher = new JobDispatcher(Runnable::run, new JobDispatcher.Limits(1, true),
				new Executions((job, interrupted) -> {
					throw new IllegalStateException("No job was reserved");
				}, null), settler, () -> {
				}, ContainerFixture.failures());
		JobPoller poller = new JobPoller(ContainerFixture.endpoint(), source, dispatcher, new PollTimer(),
				new ProgressReporter(store, ContainerFixture.failures()), (failure) -> {
				});
		poller.thread().start(null);
		assertThat(reserved.await(10, TimeUnit.SECONDS)).isTrue();
		poller.stop();
		assertThat(poller.thread().awaitEnd(Duration.ofSeconds(10))).isTrue();
		grant.release();
		assertThat(this.received).hasValue(0);
	}

}
