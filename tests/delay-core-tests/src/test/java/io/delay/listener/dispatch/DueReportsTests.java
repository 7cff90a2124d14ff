// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.delay.listener.ContainerFixture;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.JobSettler;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;

class DueReportsTests {

	@Test
	void nextCheckIsAtLeastAMillisecondAfterTheLastOne() {
		WaitingDeliveries waiting = new WaitingDeliveries(1);
		DueReports reports = new DueReports(waiting, Set.of());
		JobDelivery delivery = delivery(Duration.ofNanos(4));
		waiting.add(delivery);
		reports.added(delivery);
		long before = System.nanoTime();
		while (reports.untilDue() > 0) {
			Thread.onSpinWait();
		}
		assertThat(reports.take()).isEmpty();
		long nextLook = System.nanoTime() + reports.untilDue();
		assertThat(Duration.ofNanos(nextLook - before)).isGreaterThanOrEqualTo(Duration.ofMillis(1));
	}

	private static JobDelivery delivery(Duration ttr) {
		Lease lease = new Lease("orders", "a", "token");
		LeaseTerms terms = new LeaseTerms(1, 5, ttr, Instant.EPOCH);
		ReservedJob job = new ReservedJob(lease, terms, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0]));
		JobSettler settler = new JobSettler(ContainerFixture.endpoint(), new MemoryJobStore(),
				ContainerFixture.noEvents(), ContainerFixture.failures(), (failure) -> {
				});
		return new JobDelivery(ContainerFixture.held(job, new HeldLease(lease, terms, System.nanoTime())),
				(held, interrupted) -> {
					throw new IllegalStateException("No worker takes the job");
				}, settler, (ended) -> {
				});
	}

}
