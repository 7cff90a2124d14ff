// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import io.delay.listener.lease.HeldLease;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.Redelivery;
import io.delay.store.Touch;

import static org.assertj.core.api.Assertions.assertThat;

class ProgressReportTests {

	private static final Lease LEASE = new Lease("orders", "a", "host-1/p:1");

	private static final Duration TTR = Duration.ofSeconds(100);

	private HeldLease held(Duration age, Redelivery redelivery, int maxAttempts) {
		return new HeldLease(LEASE, new LeaseTerms(1, maxAttempts, TTR, Instant.EPOCH, redelivery),
				System.nanoTime() - age.toNanos());
	}

	private ProgressReport begun(HeldLease lease) {
		ProgressReport report = new ProgressReport(lease);
		report.begin();
		return report;
	}

	@Test
	void noReportIsDueForAHandlerThatHasJustBegun() {
		ProgressReport report = begun(held(Duration.ZERO, Redelivery.NONE, 5));
		assertThat(report.take()).isNull();
		assertThat(Duration.ofNanos(report.untilDue())).isBetween(Duration.ofMillis(500), Duration.ofSeconds(1));
	}

	@Test
	void startIsDueAfterQuarterOfShortTtr() {
		HeldLease lease = new HeldLease(LEASE, new LeaseTerms(1, 5, Duration.ofNanos(2), Instant.EPOCH),
				System.nanoTime() + Duration.ofMinutes(1).toNanos());
		ProgressReport report = begun(lease);
		assertThat(report.startDelay()).isOne();
		assertThat(report.take()).isEqualTo(Touch.started(LEASE));
		assertThat(report.take()).isNull();
	}

	@Test
	void startThatWasReportedFirstIsNotReportedAgain() {
		for (HeldLease lease : new HeldLease[] { held(Duration.ZERO, Redelivery.REPEATED, 5),
				held(Duration.ZERO, Redelivery.NONE, 1) }) {
			ProgressReport report = begun(lease);
			lease.extend(System.nanoTime());
			assertThat(Duration.ofNanos(report.untilDue())).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(99));
		}
	}

	@Test
	void workerThatWaitsForTheConfirmationOfItsStartIsNotReported() {
		HeldLease lease = held(TTR.minusMillis(900), Redelivery.REPEATED, 5);
		ProgressReport report = begun(lease);
		assertThat(report.take()).isNull();
		assertThat(Duration.ofNanos(report.untilDue())).isBetween(Duration.ofNanos(1), Duration.ofSeconds(1));
		lease.extend(System.nanoTime() - TTR.minusMillis(800).toNanos());
		assertThat(report.take()).isEqualTo(Touch.overdue(LEASE));
	}

	@Test
	void workerIsReportedAliveOnceBeforeItsLeaseEnds() {
		ProgressReport report = begun(held(TTR.minusMillis(900), Redelivery.NONE, 5));
		assertThat(report.take()).isEqualTo(Touch.overdue(LEASE));
		assertThat(report.take()).isNull();
		// The end of the lease
		assertThat(Duration.ofNanos(report.untilDue())).isBetween(Duration.ofMillis(500), Duration.ofMillis(900));
	}

	@Test
	void handlerThatRunsBeyondTheEndOfItsLeaseIsReportedOnce() {
		HeldLease lease = held(TTR, Redelivery.NONE, 5);
		lease.started();
		ProgressReport report = begun(lease);
		assertThat(report.untilDue()).isNotPositive();
		assertThat(report.take()).isNull();
		assertThat(report.takeOverrun()).isTrue();
		assertThat(report.takeOverrun()).isFalse();
		assertThat(report.untilDue()).isEqualTo(ProgressReport.NEVER);
	}

	@Test
	void handlerWithinItsLeaseOrWithoutAStartIsNoOverrun() {
		HeldLease lease = held(Duration.ZERO, Redelivery.NONE, 5);
		lease.started();
		assertThat(begun(lease).takeOverrun()).isFalse();
		assertThat(begun(held(TTR, Redelivery.NONE, 5)).takeOverrun()).isFalse();
	}

	@Test
	void leaseThatWasExtendedIsReportedAgainBeforeItsNewEnd() {
		HeldLease lease = held(TTR.minusMillis(900), Redelivery.NONE, 5);
		ProgressReport report = begun(lease);
		report.take();
		lease.extend(System.nanoTime());
		assertThat(Duration.ofNanos(report.untilDue())).isBetween(Duration.ofSeconds(90), Duration.ofSeconds(99));
	}

	@Test
	void reportThatTheStoreDidNotAnswerIsDueAgainAfterPause() {
		HeldLease lease = new HeldLease(LEASE, new LeaseTerms(1, 5, Duration.ofNanos(2), Instant.EPOCH),
				System.nanoTime() + Duration.ofMinutes(1).toNanos());
		ProgressReport report = begun(lease);
		report.repeat(report.take());
		assertThat(report.take()).isEqualTo(Touch.started(LEASE));
		assertThat(report.take()).isNull();
		report = begun(held(TTR.minusMillis(900), Redelivery.NONE, 5));
		report.repeat(report.take());
		assertThat(Duration.ofNanos(report.untilDue())).isLessThanOrEqualTo(Duration.ofMillis(250));
	}

	@Test
	void noReportIsDueForALeaseThatHasEnded() {
		ProgressReport report = begun(held(TTR, Redelivery.NONE, 5));
		assertThat(report.untilDue()).isEqualTo(ProgressReport.NEVER);
		assertThat(report.take()).isNull();
	}

}
