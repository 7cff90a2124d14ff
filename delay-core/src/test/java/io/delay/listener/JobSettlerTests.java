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

package io.delay.listener;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;

class JobSettlerTests {

	private final ContainerFixture fixture = new ContainerFixture();

	/** Its thread is not started, so that nothing sends a settlement by accident. */
	private final JobSettler settler = new JobSettler(ContainerFixture.endpoint(), this.fixture.store,
			ContainerFixture.noEvents(), ContainerFixture.failures(), (failure) -> {
			});

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

	private PendingSettlement reserve(String id) {
		this.fixture.submit(id);
		ReservedJob job = this.fixture.template.reserve(ContainerFixture.TOPIC, 1).get(0);
		HeldLease lease = new HeldLease(job.lease(), job.terms(), System.nanoTime());
		return new PendingSettlement(new Settlement.Ack(job.lease()), lease, JobOutcome.ACKED, ExceptionName.NONE,
				false);
	}

}
