// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.converter.PayloadWriter;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.execute.Execution;
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
import static org.awaitility.Awaitility.await;

@Timeout(10)
class HeldDeliveriesTests {

	private static final LeaseTerms TERMS = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);

	private static final int CONCURRENCY = 2;

	private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

	private final HeldDeliveries held = new HeldDeliveries(new JobDispatcher.Limits(CONCURRENCY, true), 1);

	private final MemoryJobStore store = new MemoryJobStore();

	/** Not started: what becomes of settlements does not matter here. */
	private final JobSettler settler = new JobSettler(ContainerFixture.endpoint(), this.store,
			ContainerFixture.noEvents(), ContainerFixture.failures(), (failure) -> {
			});

	private final JobExecution execution = new JobExecution((job, context) -> {
	}, new FailurePolicy(BackoffPolicy.ttr(), new RetriedExceptions(List.of(), List.of()), List.of(),
			ContainerFixture.reasons(), ContainerFixture.failures()),
			new LeaseToucher(this.store, ContainerFixture.noEvents()::leaseLost, ContainerFixture.failures()),
			ContainerFixture.reasons(), PayloadWriter.simple(), ContainerFixture.failures());

	private JobDelivery delivery(int bytes, Duration age) {
		return delivery(bytes, age, this.execution);
	}

	private JobDelivery delivery(int bytes, Duration age, Execution execution) {
		Lease lease = new Lease("orders", "a", "token");
		HeldLease held = new HeldLease(lease, TERMS, System.nanoTime() - age.toNanos());
		ReservedJob job = new ReservedJob(lease, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[bytes]));
		return new JobDelivery(ContainerFixture.held(job, held), execution, this.settler, this.held::remove);
	}

	private JobDelivery delivery(Duration startIn, boolean revocable) {
		Lease lease = new Lease("orders", "a", "token");
		ReservedJob job = new ReservedJob(lease, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0]),
				startIn, revocable);
		HeldJob held = new HeldJob(job, new HeldLease(lease, TERMS, System.nanoTime()),
				System.nanoTime() + startIn.toNanos(), () -> {
				});
		return new JobDelivery(held, this.execution, this.settler, this.held::remove);
	}

	private List<JobDelivery> add(int count, int bytes) {
		List<JobDelivery> deliveries = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			deliveries.add(delivery(bytes, Duration.ZERO));
		}
		assertThat(this.held.add(deliveries)).isTrue();
		return deliveries;
	}

	private void takeAndRun(int count) {
		for (int i = 0; i < count; i++) {
			this.held.take().get(0).run();
		}
	}

	// Until the jobs that are handled without any work allow as many as ever.
	private void prefetch() {
		while (this.held.room() < CONCURRENCY + 200) {
			add(1, 0);
			takeAndRun(1);
		}
		assertThat(this.held.room()).isEqualTo(CONCURRENCY + 200);
	}

	@Test
	void thereIsRoomForOneJobPerWorkerAtFirst() {
		assertThat(this.held.room()).isEqualTo(CONCURRENCY);
		add(1, 0);
		assertThat(this.held.room()).isEqualTo(CONCURRENCY - 1);
		add(1, 0);
		assertThat(this.held.room()).isZero();
		this.held.take();
		assertThat(this.held.room()).isZero();
	}

	@Test
	void noJobsAreFetchedAheadAfterAnAsynchronousResult() {
		prefetch();
		CompletableFuture<HandlingResult> result = new CompletableFuture<>();
		JobDelivery delivery = delivery(0, Duration.ZERO, (job, interrupted) -> new PendingHandling(result, () -> {
		}));
		this.held.add(List.of(delivery));
		takeAndRun(1);
		result.complete(new HandlingResult(new Settlement.Ack(delivery.lease()), null));
		assertThat(this.held.atWork()).isEmpty();
		assertThat(this.held.room()).isEqualTo(CONCURRENCY);
	}

	@Test
	void thereIsRoomAgainOnceHalfOfTheHeldJobsAreTaken() {
		prefetch();
		List<JobDelivery> deliveries = add(CONCURRENCY + 200, 0);
		assertThat(this.held.room()).isZero();
		deliveries.subList(0, CONCURRENCY + 99).forEach(JobDelivery::handBack);
		assertThat(this.held.room()).isZero();
		deliveries.get(CONCURRENCY + 99).handBack();
		assertThat(this.held.room()).isEqualTo(CONCURRENCY + 100);
	}

	@Test
	void waitingLargePayloadsLeaveNoRoomForOthers() {
		prefetch();
		add(CONCURRENCY, 128 * 1024);
		assertThat(this.held.room()).isZero();
		this.held.take();
		assertThat(this.held.room()).isEqualTo(200);
	}

	@Test
	void deliveriesThatEndBeforeAWorkerTakesThemMakeRoomForOthers() {
		prefetch();
		List<JobDelivery> deliveries = add(CONCURRENCY, 128 * 1024);
		deliveries.forEach(JobDelivery::handBack);
		assertThat(this.held.take()).isEmpty();
		add(CONCURRENCY, 0);
		assertThat(this.held.room()).isEqualTo(200);
	}

	@Test
	void jobsThatWereNotHandledDoNotCountAsFast() {
		List<JobDelivery> late = List.of(delivery(0, Duration.ofDays(1)), delivery(0, Duration.ofDays(1)));
		this.held.add(late);
		takeAndRun(CONCURRENCY);
		assertThat(this.held.atWork()).isEmpty();
		assertThat(this.held.room()).isEqualTo(CONCURRENCY);
	}

	@Test
	void newestJobsHaveWaitedTooLongOnceTheOldestHasWaitedForAWhile() {
		prefetch();
		List<JobDelivery> deliveries = add(5, 0);
		JobDelivery running = this.held.take().get(0);
		boolean atOnce = !this.held.waitedTooLong().isEmpty();
		assertThat(atOnce && age(running).compareTo(LONGEST_WAIT) < 0).isFalse();
		await().until(
				() -> age(running).compareTo(LONGEST_WAIT) > 0 && age(deliveries.get(1)).compareTo(LONGEST_WAIT) > 0);
		List<JobDelivery> overdue = this.held.waitedTooLong();
		assertThat(overdue).isEqualTo(deliveries.subList(CONCURRENCY, 5));
		overdue.forEach(JobDelivery::handBack);
		assertThat(this.held.close()).containsExactly(deliveries.get(1));
		assertThat(this.held.room()).isZero();
		assertThat(this.held.waitedTooLong()).isEmpty();
	}

	private static Duration age(JobDelivery delivery) {
		return Duration.ofNanos(System.nanoTime() - delivery.waitingSince());
	}

	@Test
	void oneWorkerIsMissingForEachWaitingJobAndIsCountedOnce() {
		add(1, 0);
		assertThat(this.held.addMissing()).isEqualTo(1);
		assertThat(this.held.addMissing()).isZero();
		add(5, 0);
		assertThat(this.held.addMissing()).isEqualTo(CONCURRENCY - 1);
		assertThat(this.held.addMissing()).isZero();
	}

	@Test
	void workerThatFailsWhileJobsWaitIsReplaced() {
		add(CONCURRENCY + 1, 0);
		this.held.addMissing();
		this.held.begin().get(0).run();
		this.held.begin().get(0).run();
		assertThat(this.held.missing()).isZero();
		this.held.workerFailed();
		assertThat(this.held.untilMaintenance()).isZero();
		assertThat(this.held.addMissing()).isEqualTo(1);
		assertThat(this.held.untilMaintenance()).isPositive();
	}

	@Test
	void workerThatEndsWhenNothingWaitsIsNotReplaced() {
		add(1, 0);
		this.held.addMissing();
		this.held.begin().get(0).run();
		assertThat(this.held.next()).isEmpty();
		assertThat(this.held.missing()).isZero();
		assertThat(this.held.untilMaintenance()).isPositive();
		add(1, 0);
		assertThat(this.held.addMissing()).isOne();
	}

	@Test
	void workerContinuesIfNoStartingWorkerWillTakeTheNextJob() {
		List<JobDelivery> deliveries = add(3, 0);
		this.held.addMissing();
		assertThat(this.held.begin()).containsExactly(deliveries.get(0));
		deliveries.get(0).run();
		assertThat(this.held.next()).containsExactly(deliveries.get(1));
		deliveries.get(1).run();
		assertThat(this.held.next()).isEmpty();
		assertThat(this.held.begin()).containsExactly(deliveries.get(2));
		deliveries.get(2).run();
		this.held.close();
		assertThat(this.held.next()).isEmpty();
	}

	@Test
	void onlyJobsThatNoStartingWorkerWillTakeAreHandedBackWhenAWorkerIsRejected() {
		List<JobDelivery> deliveries = add(4, 0);
		assertThat(this.held.addMissing()).isEqualTo(CONCURRENCY);
		assertThat(this.held.withoutWorkers(1)).isEqualTo(deliveries.subList(1, 4));
		this.held.begin();
		assertThat(this.held.addMissing()).isOne();
		assertThat(this.held.withoutWorkers(1)).isEqualTo(deliveries.subList(1, 4));
	}

	private List<JobDelivery> startDue() {
		await().pollDelay(Duration.ZERO)
			.pollInterval(Duration.ofNanos(100_000))
			.until(() -> this.held.ahead().untilNext() <= 0);
		return this.held.startDue();
	}

	@Test
	void jobThatIsNotYetDueStartsOnceItsLeaseWasChecked() {
		JobDelivery later = delivery(Duration.ofHours(1), true);
		JobDelivery delivery = delivery(Duration.ofMillis(300), true);
		this.held.add(List.of(later, delivery));
		assertThat(this.held.ahead().beginCheck()).isEmpty();
		assertThat(startDue()).isEmpty();
		assertThat(this.held.ahead().beginCheck()).containsExactly(delivery);
		assertThat(this.held.take()).isEmpty();
		this.held.ahead().endCheck(List.of(delivery));
		assertThat(startDue()).isEmpty();
		assertThat(this.held.ahead().beginCheck()).isEmpty();
		assertThat(this.held.take()).containsExactly(delivery);
	}

	@Test
	void noFurtherJobIsHeldAheadWhileACheckTakesLong() {
		JobDelivery delivery = delivery(Duration.ofMillis(1), true);
		this.held.add(List.of(delivery));
		assertThat(this.held.ahead().beginCheck()).containsExactly(delivery);
		assertThat(this.held.roomAhead()).isPositive();
		await().until(() -> !this.held.waitedTooLong().isEmpty());
		assertThat(this.held.roomAhead()).isZero();
		this.held.ahead().endCheck(List.of(delivery));
		assertThat(this.held.roomAhead()).isPositive();
	}

	@Test
	void oneCheckIncludesTheJobsThatAreDueSoonAfter() {
		JobDelivery first = delivery(Duration.ofNanos(1_400_000), true);
		JobDelivery next = delivery(Duration.ofNanos(2_900_000), true);
		JobDelivery irrevocable = delivery(Duration.ofNanos(2_900_000), false);
		this.held.add(List.of(first, next, irrevocable));
		assertThat(this.held.ahead().beginCheck()).containsExactly(first, next);
	}

	@Test
	void nothingIsAddedOrTakenAfterTheClose() {
		add(1, 0);
		this.held.close();
		List<JobDelivery> late = List.of(delivery(0, Duration.ZERO));
		assertThat(this.held.add(late)).isFalse();
		assertThat(this.held.take()).isEmpty();
	}

}
