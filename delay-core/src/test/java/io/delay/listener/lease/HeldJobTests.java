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
			new ReservedJob(LEASE, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])), this.lease);

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
