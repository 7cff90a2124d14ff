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

package io.delay.listener.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.execute.FailurePolicy;
import io.delay.listener.execute.JobExecution;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.JobSettler;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@link JobDispatcher}: an executor that throws tells nothing about whether it
 * has run the worker, and no worker may be counted twice or not at all.
 */
@Timeout(10)
class JobDispatcherTests {

	private static final LeaseTerms TERMS = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);

	private static final int CONCURRENCY = 2;

	private final MemoryJobStore store = new MemoryJobStore();

	/** Not started: what becomes of settlements does not matter here. */
	private final JobSettler settler = new JobSettler(ContainerFixture.endpoint(), this.store,
			ContainerFixture.noEvents(), ContainerFixture.failures(), (failure) -> {
			});

	private final AtomicInteger handled = new AtomicInteger();

	private final JobExecution execution = new JobExecution((job, context) -> this.handled.incrementAndGet(),
			new FailurePolicy(BackoffPolicy.ttr(), List.of(), "host-1", ContainerFixture.failures()),
			new LeaseToucher(this.store, ContainerFixture.noEvents()::leaseLost), "host-1",
			ContainerFixture.failures());

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private Executor executor = this.tasks::add;

	private final JobDispatcher dispatcher = new JobDispatcher((task) -> this.executor.execute(task), CONCURRENCY,
			this.execution, this.settler, () -> {
			}, ContainerFixture.failures());

	private static HeldJob job() {
		Lease lease = new Lease("orders", "a", "token");
		return new HeldJob(new ReservedJob(lease, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(lease, TERMS, System.nanoTime()));
	}

	// As many workers as ever start, no more and no less, and all of them end.
	private void assertThatAllWorkersAreCounted() throws Exception {
		assertThat(this.dispatcher.patience()).isEqualTo(Long.MAX_VALUE);
		assertThat(this.dispatcher.awaitRoom()).isGreaterThanOrEqualTo(CONCURRENCY);
		this.executor = this.tasks::add;
		this.dispatcher.dispatch(List.of(job(), job(), job()));
		this.dispatcher.attend();
		assertThat(this.tasks).hasSize(CONCURRENCY);
		this.tasks.forEach(Runnable::run);
		this.tasks.clear();
		assertThat(this.dispatcher.patience()).isEqualTo(Long.MAX_VALUE);
		assertThat(this.dispatcher.awaitIdle(Duration.ZERO)).isTrue();
	}

	@Test
	void workerThatThrowsOnTheThreadOfItsCallerIsCountedOnce() throws Exception {
		this.executor = (task) -> {
			task.run();
			throw new StackOverflowError();
		};
		assertThatExceptionOfType(StackOverflowError.class)
			.isThrownBy(() -> this.dispatcher.dispatch(List.of(job(), job())));
		assertThat(this.handled).hasValue(2);
		assertThatAllWorkersAreCounted();
		assertThat(this.handled).hasValue(5);
	}

	@Test
	void workersThatAreRefusedAreNotCounted() throws Exception {
		this.executor = (task) -> {
			throw new RejectedExecutionException();
		};
		assertThatExceptionOfType(RejectedExecutionException.class)
			.isThrownBy(() -> this.dispatcher.dispatch(List.of(job(), job())));
		assertThatAllWorkersAreCounted();
		assertThat(this.handled).hasValue(3);
	}

	@Test
	void workerThatStartedHandlesItsJobThoughTheNextOneIsRefused() throws Exception {
		this.executor = (task) -> {
			if (!this.tasks.isEmpty()) {
				throw new RejectedExecutionException();
			}
			this.tasks.add(task);
		};
		assertThatExceptionOfType(RejectedExecutionException.class)
			.isThrownBy(() -> this.dispatcher.dispatch(List.of(job(), job(), job())));
		assertThat(this.dispatcher.load().heldJobs()).isOne();
		this.tasks.remove().run();
		assertThat(this.handled).hasValue(1);
		assertThatAllWorkersAreCounted();
	}

	@Test
	void workerThatIsRefusedButRunLaterDoesNothing() throws Exception {
		this.executor = (task) -> {
			this.tasks.add(task);
			throw new RejectedExecutionException();
		};
		assertThatExceptionOfType(RejectedExecutionException.class)
			.isThrownBy(() -> this.dispatcher.dispatch(List.of(job(), job())));
		this.tasks.remove().run();
		assertThat(this.tasks).isEmpty();
		assertThatAllWorkersAreCounted();
		assertThat(this.handled).hasValue(3);
	}

	@Test
	void deliveryWhoseExecutionThrowsReleasesWhatItsJobHolds() {
		AtomicInteger released = new AtomicInteger();
		HeldJob job = job();
		JobDelivery delivery = new JobDelivery(new HeldJob(job.job(), job.lease(), released::incrementAndGet),
				(held, interrupted) -> {
					throw new IllegalStateException("unexpected");
				}, this.settler, (ended) -> {
				});
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(delivery::run);
		assertThat(released).hasValue(1);
	}

}
