// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.FailureReason;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.Redelivery;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SettlementBacklog}.
 */
class SettlementBacklogTests {

	private static final int MANY = 1_000_000;

	private static final long PAUSE = Duration.ofHours(1).toNanos();

	private final SettlementBacklog backlog = new SettlementBacklog();

	private static PendingSettlement failed(int id) {
		HeldLease lease = lease(id, Duration.ofHours(1), Redelivery.NONE);
		FailureReason reason = new FailureReason("x".repeat(FailureReason.MAX_ERROR_BYTES), "host");
		return new PendingSettlement(new Settlement.Fail(lease.lease(), reason, null), lease, JobOutcome.RETRIED,
				ExceptionName.NONE, false, () -> {
				});
	}

	private static PendingSettlement done(int id) {
		return done(lease(id, Duration.ofHours(1), Redelivery.NONE));
	}

	private static PendingSettlement done(HeldLease lease) {
		return new PendingSettlement(new Settlement.Ack(lease.lease()), lease, JobOutcome.ACKED, ExceptionName.NONE,
				false, () -> {
				});
	}

	private static HeldLease lease(int id, Duration ttr, Redelivery redelivery) {
		return new HeldLease(new Lease("orders", "job-" + id, "token"),
				new LeaseTerms(1, 5, ttr, Instant.EPOCH, redelivery), System.nanoTime());
	}

	private int fill() {
		int count = 0;
		while (!this.backlog.isFull(MANY) && count < MANY) {
			this.backlog.add(failed(count++));
		}
		return count;
	}

	@Test
	void longErrorsFillTheBacklogBeforeTheirNumberDoes() {
		assertThat(fill()).isBetween(1000, 3000);
	}

	@Test
	void thereIsRoomAgainOnceABatchIsTaken() {
		fill();
		assertThat(this.backlog.next(500)).isNotNull();
		assertThat(this.backlog.isFull(MANY)).isFalse();
	}

	@Test
	void batchWithLongErrorsIsSmall() {
		fill();
		SettlementBatch batch = this.backlog.next(500);
		assertThat(batch).isNotNull();
		assertThat(batch.size()).isBetween(100, 130);
	}

	@Test
	void acknowledgementsCanWaitForOthers() {
		assertThat(this.backlog.add(done(1))).isTrue();
		assertThat(this.backlog.add(done(2))).isFalse();
		assertThat(this.backlog.dueIn(PAUSE)).isEqualTo(PAUSE);
	}

	@Test
	void failureIsUrgent() {
		this.backlog.add(done(1));
		assertThat(this.backlog.add(failed(2))).isTrue();
		assertThat(this.backlog.dueIn(PAUSE)).isZero();
	}

	@Test
	void takenSettlementIsNoLongerUrgent() {
		this.backlog.add(failed(1));
		this.backlog.next(500);
		this.backlog.add(done(2));
		assertThat(this.backlog.dueIn(PAUSE)).isEqualTo(PAUSE);
	}

	@Test
	void acknowledgementOfARedeliveredJobIsUrgent() {
		this.backlog.add(done(lease(1, Duration.ofHours(1), Redelivery.ISOLATED)));
		assertThat(this.backlog.dueIn(PAUSE)).isZero();
	}

	@Test
	void acknowledgementWhoseLeaseEndsSoonIsUrgent() {
		this.backlog.add(done(lease(1, Duration.ofMillis(50), Redelivery.NONE)));
		assertThat(this.backlog.dueIn(PAUSE)).isZero();
	}

	@Test
	void enoughAcknowledgementsForALargeCallAreUrgent() {
		for (int i = 1; i < 64; i++) {
			this.backlog.add(done(i));
		}
		assertThat(this.backlog.dueIn(PAUSE)).isEqualTo(PAUSE);
		assertThat(this.backlog.add(done(64))).isTrue();
		assertThat(this.backlog.dueIn(PAUSE)).isZero();
	}

	@Test
	void failedBatchIsDueAlthoughNewAcknowledgementsCanWait() {
		this.backlog.add(done(1));
		this.backlog.addFailed(List.of(new SettlementBatch(List.of(done(2)))));
		assertThat(this.backlog.dueIn(PAUSE)).isNotPositive();
	}

	@Test
	void emptyBacklogIsNeverDue() {
		assertThat(this.backlog.dueIn(0)).isEqualTo(Long.MAX_VALUE);
	}

}
