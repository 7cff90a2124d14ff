// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

import ch.qos.logback.classic.Level;
import org.junit.jupiter.api.Test;

import io.delay.listener.ContainerFixture;
import io.delay.listener.RecordedLog;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.listener.support.JobFailureLog;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

class SettlementLogTests {

	private static final Duration TTR = Duration.ofMinutes(1);

	private final SettlementLog settlementLog = new SettlementLog(ContainerFixture.failures());

	private static HeldLease lease(Duration held) {
		return new HeldLease(new Lease("orders", "a", "token"), new LeaseTerms(1, 5, TTR, Instant.EPOCH),
				System.nanoTime() - held.toNanos());
	}

	private String warningOfLoss(HeldLease lease) {
		return losses(Level.WARN, lease).get(0);
	}

	private List<String> losses(Level level, HeldLease... leases) {
		try (RecordedLog log = new RecordedLog(SettlementLog.class)) {
			for (HeldLease lease : leases) {
				PendingSettlement settlement = new PendingSettlement(new Settlement.Ack(lease.lease()), lease,
						JobOutcome.ACKED, ExceptionName.NONE, false, () -> {
						});
				this.settlementLog.answered(settlement, SettleResult.LEASE_LOST);
			}
			return log.messages(level);
		}
	}

	@Test
	void jobsThatAreReplacedWhileTheyRunAreNotWarnedOf() {
		assertThat(losses(Level.WARN, lease(Duration.ofSeconds(1)))).isEmpty();
	}

	@Test
	void manyLostLeasesAreLoggedOnce() {
		HeldLease ended = lease(Duration.ofSeconds(90));
		assertThat(losses(Level.WARN, ended, ended, ended)).hasSize(1);
	}

	@Test
	void manyLeasesThatEndBeforeAWorkerIsFreeAreLoggedOnceWithTheirNumber() {
		JobFailureLog failures = ContainerFixture.failures();
		SettlementLog repeated = new SettlementLog(failures);
		HeldLease ended = lease(Duration.ofSeconds(90));
		HeldJob job = ContainerFixture.held(
				new ReservedJob(ended.lease(), ended.terms(), Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[1])),
				ended);
		try (RecordedLog log = new RecordedLog(SettlementLog.class);
				RecordedLog numbers = new RecordedLog(JobFailureLog.class)) {
			for (int i = 0; i < 4; i++) {
				repeated.endedBeforeStart(job);
			}
			failures.close();
			assertThat(log.messages(Level.WARN)).singleElement().asString().contains("'a'", "CPU");
			assertThat(numbers.messages(Level.WARN)).singleElement().asString().contains("had 3 more");
		}
	}

	@Test
	void longerTtrIsAdvisedIfTheLeaseHasEnded() {
		HeldLease lease = lease(Duration.ofSeconds(90));
		lease.started();
		assertThat(warningOfLoss(lease)).contains("The handler ran for 0", "TTR of 60 s, 0 touches", "90",
				"Raise the TTR");
	}

	@Test
	void longerTtrIsNotAdvisedToAHandlerThatTouchedItsLease() {
		HeldLease lease = lease(Duration.ofSeconds(90));
		lease.started();
		lease.extend(System.nanoTime() - TimeUnit.SECONDS.toNanos(50));
		lease.extend(System.nanoTime());
		assertThat(losses(Level.DEBUG, lease).get(0)).contains("TTR of 60 s, 2 touches", "replaced or cancelled")
			.doesNotContain("Raise the TTR");
	}

	@Test
	void lostLeaseOfAnUnstartedJobIsLoggedWithoutAHandler() {
		assertThat(losses(Level.DEBUG, lease(Duration.ofSeconds(1))).get(0))
			.contains("No handler had started", "TTR of 60 s", "1")
			.doesNotContain("The handler ran", "Raise the TTR");
	}

}
