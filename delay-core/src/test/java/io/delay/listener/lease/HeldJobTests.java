// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.lease;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import io.delay.observation.JobOutcome;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

class HeldJobTests {

	private static final Lease LEASE = new Lease("orders", "a", "token");

	private static final LeaseTerms TERMS = new LeaseTerms(1, 5, Duration.ofMinutes(1), Instant.EPOCH);

	private static final HandlingResult HAND_BACK = new HandlingResult(new Settlement.HandBack(LEASE), null);

	private final HeldLease lease = new HeldLease(LEASE, TERMS, System.nanoTime());

	private final HeldJob job = new HeldJob(
			new ReservedJob(LEASE, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])), this.lease,
			System.nanoTime(), () -> {
			});

	@Test
	void jobWhoseHandlerTheWorkerDidNotStartIsHandedBack() {
		assertThat(this.job.settle(HAND_BACK).outcome()).isEqualTo(JobOutcome.HANDED_BACK);
	}

	@Test
	void jobWhoseHandlerWasInterruptedIsReleased() {
		this.lease.started();
		assertThat(this.job.settle(HAND_BACK).outcome()).isEqualTo(JobOutcome.RELEASED);
	}

}
