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

package io.delay.listener.settle;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.FailureReason;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SettlementBacklog}.
 */
class SettlementBacklogTests {

	private static final int MANY = 1_000_000;

	private final SettlementBacklog backlog = new SettlementBacklog();

	private static PendingSettlement failed(int id) {
		HeldLease lease = new HeldLease(new Lease("orders", "job-" + id, "token"),
				new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH), System.nanoTime());
		FailureReason reason = new FailureReason("x".repeat(FailureReason.MAX_ERROR_BYTES), "host");
		return new PendingSettlement(new Settlement.Fail(lease.lease(), reason, null), lease, JobOutcome.RETRIED,
				ExceptionName.NONE, false);
	}

	private int fill() {
		int count = 0;
		while (!this.backlog.isFull(MANY) && count < MANY) {
			this.backlog.add(failed(count++));
		}
		return count;
	}

	@Test
	void longErrorsFillItBeforeTheirNumberDoes() {
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

}
