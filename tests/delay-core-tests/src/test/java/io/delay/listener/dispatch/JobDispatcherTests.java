// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.converter.PayloadWriter;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.BatchJobHandler;
import io.delay.listener.ContainerFixture;
import io.delay.listener.execute.BatchExecution;
import io.delay.listener.execute.Execution;
import io.delay.listener.execute.Executions;
import io.delay.listener.execute.FailurePolicy;
import io.delay.listener.execute.FailurePolicy.RetriedExceptions;
import io.delay.listener.execute.JobExecution;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingHandling;
import io.delay.listener.settle.JobSettler;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

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
			new FailurePolicy(BackoffPolicy.ttr(), new RetriedExceptions(List.of(), List.of()), List.of(),
					ContainerFixture.reasons(), ContainerFixture.failures()),
			new LeaseToucher(this.store, ContainerFixture.noEvents()::leaseLost, ContainerFixture.failures()),
			ContainerFixture.reasons(), PayloadWriter.simple(), ContainerFixture.failures());

	private final Queue<Runnable> tasks = new ArrayDeque<>();

	private Executor executor = this.tasks::add;

	private final JobDispatcher dispatcher = dispatcher(this.execution, () -> {
	});

	private JobDispatcher dispatcher(Execution execution, Runnable onNeed) {
		return dispatcher(CONCURRENCY, execution, onNeed);
	}

	private JobDispatcher dispatcher(int concurrency, Execution execution, Runnable onNeed) {
		return new JobDispatcher((task) -> this.executor.execute(task), new JobDispatcher.Limits(concurrency, true),
				new Executions(execution, null), this.settler, onNeed, ContainerFixture.failures());
	}

	private static HeldJob job() {
		Lease lease = new Lease("orders", "a", "token");
		return ContainerFixture.held(
				new ReservedJob(lease, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0])),
				new HeldLease(lease, TERMS, System.nanoTime()));
	}

	// As many workers as ever start, no more and no less, and all of them end.
	private void assertThatAllWorkersAreCounted() throws Exception {
		assertThat(this.dispatcher.untilMaintenance()).isEqualTo(Long.MAX_VALUE);
		assertThat(this.dispatcher.awaitRoom()).isGreaterThanOrEqualTo(CONCURRENCY);
		this.executor = this.tasks::add;
		this.dispatcher.dispatch(List.of(job(), job(), job()));
		this.dispatcher.maintain();
		assertThat(this.tasks).hasSize(CONCURRENCY);
		this.tasks.forEach(Runnable::run);
		this.tasks.clear();
		assertThat(this.dispatcher.untilMaintenance()).isEqualTo(Long.MAX_VALUE);
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
		assertThat(this.handled).hasValue(1);
		assertThatAllWorkersAreCounted();
		assertThat(this.handled).hasValue(4);
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
	void workerIsStartedAgainWhenAResultIsCompleteAndJobsWait() {
		List<CompletableFuture<HandlingResult>> results = new ArrayList<>();
		AtomicInteger needed = new AtomicInteger();
		JobDispatcher pending = dispatcher((job, interrupted) -> {
			interrupted.getAsBoolean();
			CompletableFuture<HandlingResult> result = new CompletableFuture<>();
			results.add(result);
			return new PendingHandling(result, () -> {
			});
		}, needed::incrementAndGet);
		HeldJob first = job();
		pending.dispatch(List.of(first, job(), job(), job()));
		this.tasks.forEach(Runnable::run);
		this.tasks.clear();
		assertThat(results).hasSize(CONCURRENCY);
		assertThat(pending.load().busyWorkers()).isEqualTo(CONCURRENCY);
		assertThat(pending.untilMaintenance()).isPositive();
		assertThat(needed).hasValue(0);
		results.get(0).complete(new HandlingResult(new Settlement.Ack(first.job().lease()), null));
		assertThat(needed).hasValue(1);
		assertThat(pending.untilMaintenance()).isZero();
		pending.maintain();
		assertThat(this.tasks).hasSize(1);
		this.tasks.remove().run();
		assertThat(results).hasSize(CONCURRENCY + 1);
		assertThat(pending.load().busyWorkers()).isEqualTo(CONCURRENCY);
	}

	@Test
	void onlyJobsWithoutAWorkerAreHandedBackWhileAResultIsPending() {
		JobDispatcher pending = dispatcher(3, (job, interrupted) -> {
			interrupted.getAsBoolean();
			return new PendingHandling(new CompletableFuture<>(), () -> {
			});
		}, () -> {
		});
		pending.dispatch(List.of(job()));
		this.tasks.remove().run();
		this.executor = (task) -> {
			if (!this.tasks.isEmpty()) {
				throw new RejectedExecutionException();
			}
			this.tasks.add(task);
		};
		assertThatExceptionOfType(RejectedExecutionException.class)
			.isThrownBy(() -> pending.dispatch(List.of(job(), job())));
		assertThat(pending.load().heldJobs()).isEqualTo(2);
		this.tasks.remove().run();
		assertThat(pending.load().busyWorkers()).isEqualTo(2);
	}

	@Test
	void resultThatCannotBeSettledEndsItsDelivery() {
		AtomicInteger released = new AtomicInteger();
		AtomicInteger ended = new AtomicInteger();
		CompletableFuture<HandlingResult> result = new CompletableFuture<>();
		HeldJob job = job();
		new JobDelivery(new HeldJob(job.job(), job.lease(), System.nanoTime(), released::incrementAndGet),
				(held, interrupted) -> new PendingHandling(result, () -> {
				}), this.settler, (delivery) -> ended.incrementAndGet())
			.run();
		result.completeExceptionally(new IllegalStateException("unexpected"));
		assertThat(released).hasValue(1);
		assertThat(ended).hasValue(1);
	}

	@Test
	void deliveryWhoseExecutionThrowsReleasesWhatItsJobHolds() {
		AtomicInteger released = new AtomicInteger();
		HeldJob job = job();
		JobDelivery delivery = new JobDelivery(
				new HeldJob(job.job(), job.lease(), System.nanoTime(), released::incrementAndGet),
				(held, interrupted) -> {
					throw new IllegalStateException("unexpected");
				}, this.settler, (ended) -> {
				});
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(delivery::run);
		assertThat(released).hasValue(1);
	}

	@Test
	void workerThatTakesAJobEarlyWaitsUntilItIsDue() {
		HeldJob job = job();
		long startAt = System.nanoTime() + Duration.ofMillis(50).toNanos();
		List<Long> starts = new ArrayList<>();
		List<Boolean> interrupts = new ArrayList<>();
		JobDelivery delivery = new JobDelivery(new HeldJob(job.job(), job.lease(), startAt, job.onEnd()),
				(held, interrupted) -> {
					starts.add(System.nanoTime());
					interrupts.add(Thread.currentThread().isInterrupted());
					throw new IllegalStateException("unexpected");
				}, this.settler, (ended) -> {
				});
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(delivery::run);
		assertThat(starts).singleElement().satisfies((start) -> assertThat(start - startAt).isNotNegative());
		assertThat(interrupts).containsExactly(true);
	}

	@Test
	void jobWhoseLeaseEndsWhileItsWorkerWaitsIsNotHandled() {
		Lease lease = new Lease("orders", "a", "token");
		LeaseTerms terms = new LeaseTerms(1, 5, Duration.ofMillis(10), Instant.EPOCH);
		ReservedJob job = new ReservedJob(lease, terms, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0]));
		long now = System.nanoTime();
		HeldJob held = new HeldJob(job, new HeldLease(lease, terms, now), now + Duration.ofMillis(50).toNanos(), () -> {
		});
		new JobDelivery(held, this.execution, this.settler, (ended) -> {
		}).run();
		assertThat(this.handled).hasValue(0);
		assertThat(this.settler.left()).isOne();
	}

	@Test
	void thereIsNoRoomForJobsWhileAWorkerIsMissing() throws Exception {
		AtomicInteger needed = new AtomicInteger();
		JobDispatcher failing = dispatcher((job, interrupted) -> {
			throw new IllegalStateException("unexpected");
		}, needed::incrementAndGet);
		failing.dispatch(List.of(job(), job(), job()));
		for (int i = 0; i < CONCURRENCY; i++) {
			assertThatExceptionOfType(IllegalStateException.class).isThrownBy(this.tasks.remove()::run);
		}
		assertThat(needed).hasPositiveValue();
		assertThat(failing.awaitRoom()).isZero();
		failing.maintain();
		assertThat(this.tasks).hasSize(1);
		assertThat(failing.awaitRoom()).isPositive();
	}

	@Test
	void stopEndsTheWaitsForRoomAndForDueJobs() throws Exception {
		JobDispatcher busy = dispatcher((job, interrupted) -> {
			interrupted.getAsBoolean();
			return new PendingHandling(new CompletableFuture<>(), () -> {
			});
		}, () -> {
		});
		busy.dispatch(List.of(job(), job()));
		this.tasks.forEach(Runnable::run);
		// Until no report is due that ends the wait for room
		await().until(() -> busy.takeReports().isEmpty() && busy.untilMaintenance() > Duration.ofMinutes(1).toNanos());
		FutureTask<Integer> room = new FutureTask<>(busy::awaitRoom);
		FutureTask<Boolean> due = new FutureTask<>(
				new DueJobStarter(ContainerFixture.endpoint(), busy, this.store, () -> {
				}, ContainerFixture.failures(), (failure) -> {
				})::startDue);
		List<Thread> threads = List.of(new Thread(room), new Thread(due));
		threads.forEach(Thread::start);
		await().until(() -> threads.stream().allMatch((thread) -> thread.getState() == Thread.State.TIMED_WAITING));
		busy.stop();
		assertThat(room.get(5, TimeUnit.SECONDS)).isZero();
		assertThat(due.get(5, TimeUnit.SECONDS)).isFalse();
	}

	@Test
	void workerIsStartedForDeliveriesThatABatchLeaves() throws Exception {
		AtomicInteger needed = new AtomicInteger();
		List<Integer> neededWhenHandled = new ArrayList<>();
		BatchJobHandler handler = (jobs, contexts) -> neededWhenHandled.add(needed.get());
		JobDispatcher dispatcher = new JobDispatcher((task) -> this.executor.execute(task),
				new JobDispatcher.Limits(CONCURRENCY, true),
				new Executions(this.execution, new BatchExecution(10, handler, this.execution, (around) -> around)),
				this.settler, needed::incrementAndGet, ContainerFixture.failures());
		// Two leases of one job are not handled together
		dispatcher.dispatch(List.of(job(), job()));
		assertThat(this.tasks).hasSize(1);
		this.tasks.remove().run();
		assertThat(neededWhenHandled).containsExactly(1, 1);
	}

}
