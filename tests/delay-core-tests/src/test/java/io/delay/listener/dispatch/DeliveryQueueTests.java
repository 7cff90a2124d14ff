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
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.converter.PayloadWriter;
import io.delay.listener.BackoffPolicy;
import io.delay.listener.ContainerFixture;
import io.delay.listener.execute.Execution;
import io.delay.listener.execute.FailurePolicy;
import io.delay.listener.execute.JobExecution;
import io.delay.listener.execute.LeaseToucher;
import io.delay.listener.execute.RetriedExceptions;
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
class DeliveryQueueTests {

	private static final LeaseTerms TERMS = new LeaseTerms(1, 5, Duration.ofHours(1), Instant.EPOCH);

	private static final int CONCURRENCY = 2;

	private static final Duration LONGEST_WAIT = Duration.ofMillis(50);

	private final DeliveryQueue queue = new DeliveryQueue(new WorkerLimits(CONCURRENCY, true), 1);

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
		return new JobDelivery(new HeldJob(job, held), execution, this.settler, this.queue::ended);
	}

	private JobDelivery delivery(Duration startIn, boolean revocable) {
		Lease lease = new Lease("orders", "a", "token");
		ReservedJob job = new ReservedJob(lease, TERMS, Instant.EPOCH, Instant.EPOCH, JobRecord.of(new byte[0]),
				startIn, revocable);
		HeldJob held = new HeldJob(job, new HeldLease(lease, TERMS, System.nanoTime()),
				System.nanoTime() + startIn.toNanos(), () -> {
				});
		return new JobDelivery(held, this.execution, this.settler, this.queue::ended);
	}

	private List<JobDelivery> add(int count, int bytes) {
		List<JobDelivery> deliveries = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			deliveries.add(delivery(bytes, Duration.ZERO));
		}
		assertThat(this.queue.add(deliveries)).isEmpty();
		return deliveries;
	}

	private void takeAndRun(int count) {
		for (int i = 0; i < count; i++) {
			this.queue.take().run();
		}
	}

	// Until the jobs that are handled without any work allow as many as ever.
	private void prefetch() {
		while (roomAtOnce() < CONCURRENCY + 200) {
			add(1, 0);
			takeAndRun(1);
		}
		assertThat(roomAtOnce()).isEqualTo(CONCURRENCY + 200);
	}

	// Whatever there is, without waiting for it.
	private int roomAtOnce() {
		this.queue.workers().addMissing();
		Thread.currentThread().interrupt();
		try {
			return this.queue.awaitRoom();
		}
		catch (InterruptedException ex) {
			return 0;
		}
		finally {
			Thread.interrupted();
		}
	}

	@Test
	void roomForOneJobPerWorkerAtFirst() {
		assertThat(roomAtOnce()).isEqualTo(CONCURRENCY);
		add(1, 0);
		assertThat(roomAtOnce()).isEqualTo(CONCURRENCY - 1);
		add(1, 0);
		assertThat(roomAtOnce()).isZero();
		this.queue.take();
		assertThat(roomAtOnce()).isZero();
	}

	@Test
	void noJobsAreFetchedAheadAfterAnAsynchronousResult() {
		prefetch();
		CompletableFuture<HandlingResult> result = new CompletableFuture<>();
		JobDelivery delivery = delivery(0, Duration.ZERO, (job, interrupted) -> new PendingHandling(result, () -> {
		}));
		this.queue.add(List.of(delivery));
		takeAndRun(1);
		result.complete(new HandlingResult(new Settlement.Ack(delivery.lease()), null));
		assertThat(this.queue.atWork()).isEmpty();
		assertThat(roomAtOnce()).isEqualTo(CONCURRENCY);
	}

	@Test
	void roomAgainOnceHalfOfWhatWasHeldReadyIsTaken() {
		prefetch();
		List<JobDelivery> deliveries = add(CONCURRENCY + 200, 0);
		assertThat(roomAtOnce()).isZero();
		deliveries.subList(0, CONCURRENCY + 99).forEach(JobDelivery::handBack);
		assertThat(roomAtOnce()).isZero();
		deliveries.get(CONCURRENCY + 99).handBack();
		assertThat(roomAtOnce()).isEqualTo(CONCURRENCY + 100);
	}

	@Test
	void noRoomBesidesLargePayloadsThatWait() {
		prefetch();
		add(CONCURRENCY, 128 * 1024);
		assertThat(roomAtOnce()).isZero();
		this.queue.take();
		assertThat(roomAtOnce()).isEqualTo(200);
	}

	@Test
	void deliveriesThatEndBeforeAWorkerTakesThemMakeRoomForOthers() {
		prefetch();
		List<JobDelivery> deliveries = add(CONCURRENCY, 128 * 1024);
		deliveries.forEach(JobDelivery::handBack);
		assertThat(this.queue.take()).isNull();
		add(CONCURRENCY, 0);
		assertThat(roomAtOnce()).isEqualTo(200);
	}

	@Test
	void jobsThatWereNotHandledDoNotCountAsFast() {
		List<JobDelivery> late = List.of(delivery(0, Duration.ofDays(1)), delivery(0, Duration.ofDays(1)));
		this.queue.add(late);
		takeAndRun(CONCURRENCY);
		assertThat(this.queue.atWork()).isEmpty();
		assertThat(roomAtOnce()).isEqualTo(CONCURRENCY);
	}

	@Test
	void newestJobsAreTooLateOnceTheOldestHasWaitedForAWhile() {
		prefetch();
		List<JobDelivery> deliveries = add(5, 0);
		JobDelivery running = this.queue.take();
		boolean atOnce = !this.queue.tooLate().isEmpty();
		assertThat(atOnce && age(running).compareTo(LONGEST_WAIT) < 0).isFalse();
		await().until(
				() -> age(running).compareTo(LONGEST_WAIT) > 0 && age(deliveries.get(1)).compareTo(LONGEST_WAIT) > 0);
		List<JobDelivery> tooLate = this.queue.tooLate();
		assertThat(tooLate).isEqualTo(deliveries.subList(CONCURRENCY, 5));
		tooLate.forEach(JobDelivery::handBack);
		assertThat(this.queue.notStarted()).containsExactly(deliveries.get(1));
		assertThat(roomAtOnce()).isZero();
		assertThat(this.queue.tooLate()).isEmpty();
	}

	private static Duration age(JobDelivery delivery) {
		return Duration.ofNanos(System.nanoTime() - delivery.waitingSince());
	}

	@Test
	void oneWorkerForEachJobThatWaitsAndNoneTwice() {
		add(1, 0);
		assertThat(this.queue.workers().addMissing()).isEqualTo(1);
		assertThat(this.queue.workers().addMissing()).isZero();
		add(5, 0);
		assertThat(this.queue.workers().addMissing()).isEqualTo(CONCURRENCY - 1);
		assertThat(this.queue.workers().addMissing()).isZero();
	}

	@Test
	void workerThatBreaksWhileJobsWaitIsMissed() {
		add(CONCURRENCY, 0);
		this.queue.workers().addMissing();
		this.queue.workers().begins();
		this.queue.workers().begins();
		takeAndRun(1);
		this.queue.workers().ends();
		assertThat(this.queue.workers().isMissingSome()).isTrue();
		assertThat(this.queue.patience()).isZero();
		assertThat(this.queue.workers().addMissing()).isEqualTo(1);
		assertThat(this.queue.patience()).isPositive();
	}

	@Test
	void workerThatEndsWhenNothingWaitsIsNotMissed() {
		add(1, 0);
		this.queue.workers().addMissing();
		this.queue.workers().begins();
		takeAndRun(1);
		assertThat(this.queue.workers().mayEnd()).isTrue();
		assertThat(this.queue.workers().isMissingSome()).isFalse();
		assertThat(this.queue.patience()).isPositive();
	}

	@Test
	void workerGoesOnIfNoStartingWorkerWillTakeTheNextJob() {
		add(3, 0);
		this.queue.workers().addMissing();
		this.queue.workers().begins();
		takeAndRun(1);
		assertThat(this.queue.workers().mayEnd()).isFalse();
		takeAndRun(1);
		assertThat(this.queue.workers().mayEnd()).isTrue();
		this.queue.workers().begins();
		add(1, 0);
		assertThat(this.queue.workers().mayEnd()).isFalse();
		this.queue.close();
		assertThat(this.queue.workers().mayEnd()).isTrue();
	}

	@Test
	void thereIsNoRoomForJobsWhileWorkersAreMissing() throws Exception {
		add(1, 0);
		assertThat(this.queue.awaitRoom()).isZero();
		this.queue.workers().addMissing();
		assertThat(this.queue.awaitRoom()).isPositive();
	}

	@Test
	void recallHandsBackOnlyTheJobsThatAreHeldThen() throws Exception {
		JobDelivery held = delivery(Duration.ofHours(1), false);
		this.queue.add(List.of(held));
		this.queue.recall();
		assertThat(this.queue.awaitDue().handBack()).containsExactly(held);
		this.queue.beginReserve();
		JobDelivery later = delivery(Duration.ofMillis(100), false);
		assertThat(this.queue.add(List.of(later))).isEmpty();
		assertThat(this.queue.awaitDue().handBack()).isEmpty();
		assertThat(this.queue.take()).isSameAs(later);
	}

	@Test
	void recallBeforeTheReplyToAReserveForbidsToHoldItsJobs() {
		JobDelivery ahead = delivery(Duration.ofHours(1), false);
		JobDelivery revocable = delivery(Duration.ZERO, true);
		JobDelivery ready = delivery(Duration.ZERO, false);
		this.queue.beginReserve();
		this.queue.recall();
		assertThat(this.queue.add(List.of(ahead, revocable, ready))).containsExactly(ahead, revocable);
		this.queue.beginReserve();
		assertThat(this.queue.add(List.of(ahead, revocable))).isEmpty();
	}

	@Test
	void oneSynchronizationBeforeAJobIsDueSuffices() throws Exception {
		DeliveryQueue.DueDeliveries next;
		JobDelivery delivery;
		int attempts = 0;
		do {
			assertThat(attempts++).as("Attempts that were too slow").isLessThan(10);
			delivery = delivery(Duration.ofMillis(100), true);
			this.queue.add(List.of(delivery));
			DeliveryQueue.DueDeliveries early = this.queue.awaitDue();
			if (early.syncUntil() != null) {
				this.queue.synced(early.syncUntil());
			}
			next = early.handBack().isEmpty() ? this.queue.awaitDue() : early;
		}
		while (!next.handBack().isEmpty());
		assertThat(next.syncUntil()).isNull();
		assertThat(this.queue.take()).isSameAs(delivery);
	}

	@Test
	void closingEndsTheWaitsForRoomAndForDueJobs() throws Exception {
		add(CONCURRENCY, 0);
		this.queue.workers().addMissing();
		this.queue.take();
		this.queue.take();
		// Until no report is due that ends the wait for room
		await()
			.until(() -> this.queue.takeReports().isEmpty() && this.queue.patience() > Duration.ofMinutes(1).toNanos());
		FutureTask<Integer> room = new FutureTask<>(this.queue::awaitRoom);
		FutureTask<Object> due = new FutureTask<>(this.queue::awaitDue);
		List<Thread> threads = List.of(new Thread(room), new Thread(due));
		threads.forEach(Thread::start);
		await().until(() -> threads.stream().allMatch((thread) -> thread.getState() == Thread.State.TIMED_WAITING));
		this.queue.close();
		assertThat(room.get(5, TimeUnit.SECONDS)).isZero();
		assertThat(due.get(5, TimeUnit.SECONDS)).isNull();
	}

	@Test
	void closedQueueTakesAndGivesNothing() {
		add(1, 0);
		this.queue.close();
		List<JobDelivery> late = List.of(delivery(0, Duration.ZERO));
		assertThat(this.queue.add(late)).isEqualTo(late);
		assertThat(this.queue.take()).isNull();
	}

}
