// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.execute;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.converter.PayloadWriter;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.ContainerFixture;
import io.delay.listener.execute.FailurePolicy.RetriedExceptions;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link BatchExecution}.
 */
class BatchExecutionTests {

	private final BatchJobHandler handler = (jobs, contexts) -> {
	};

	private final JobExecution jobs = new JobExecution(this.handler,
			new FailurePolicy(BackoffPolicy.ttr(), RetriedExceptions.all(), List.of(), ContainerFixture.reasons(),
					ContainerFixture.failures()),
			new LeaseToucher(new MemoryJobStore(), ContainerFixture.noEvents()::leaseLost, ContainerFixture.failures()),
			ContainerFixture.reasons(), PayloadWriter.simple(), ContainerFixture.failures());

	private static HeldJob job(String id) {
		LeaseTerms terms = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);
		Lease lease = new Lease("orders", id, "token");
		return ContainerFixture.held(
				new ReservedJob(lease, terms, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(lease, terms, System.nanoTime()));
	}

	@Test
	void handlingsOfAllJobsEndEvenIfTheBatchFails() {
		Error failure = new StackOverflowError();
		List<Throwable> failures = new ArrayList<>();
		BatchExecution.Batch batch = new BatchExecution(10, this.handler, this.jobs, (around) -> around).begin();
		List.of("a", "b").forEach((id) -> batch.add(job(id)).whenEnded(() -> failures.add(failure)));
		assertThatExceptionOfType(StackOverflowError.class).isThrownBy(() -> batch.handle(() -> {
			throw failure;
		}));
		assertThat(failures).hasSize(2);
	}

}
