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
import java.util.Arrays;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.ContainerFixture;
import io.delay.listener.ContainerLoad;
import io.delay.listener.lease.HandlingResult;
import io.delay.listener.lease.HeldJob;
import io.delay.listener.lease.HeldLease;
import io.delay.listener.settle.JobSettler;
import io.delay.store.JobRecord;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.memory.MemoryJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The queue of a container whose workers take several deliveries together.
 */
@Timeout(10)
class BatchQueueTests {

	private static final int CONCURRENCY = 2;

	private static final int BATCH = 3;

	private static final int LARGE = 300 * 1024;

	private final DeliveryQueue queue = new DeliveryQueue(new WorkerLimits(CONCURRENCY, true), BATCH);

	/** Not started: what becomes of settlements does not matter here. */
	private final JobSettler settler = new JobSettler(ContainerFixture.endpoint(), new MemoryJobStore(),
			ContainerFixture.noEvents(), ContainerFixture.failures(), (failure) -> {
			});

	private int jobs;

	private JobDelivery delivery(int maxAttempts, int bytes, Duration startIn) {
		this.jobs++;
		return delivery("job-" + this.jobs, maxAttempts, bytes, startIn);
	}

	private JobDelivery delivery(String id, int maxAttempts, int bytes, Duration startIn) {
		LeaseTerms terms = new LeaseTerms(1, maxAttempts, Duration.ofHours(1), Instant.EPOCH);
		Lease lease = new Lease("orders", id, "token");
		long now = System.nanoTime();
		HeldJob job = new HeldJob(new ReservedJob(lease, terms, Instant.EPOCH, Instant.EPOCH,
				JobRecord.of(new byte[bytes]), startIn, false), new HeldLease(lease, terms, now),
				now + startIn.toNanos(), () -> {
				});
		return new JobDelivery(job,
				(held, interrupted) -> new HandlingResult(new Settlement.Ack(held.job().lease()), null), this.settler,
				this.queue::ended);
	}

	private JobDelivery together() {
		return delivery(5, 0, Duration.ZERO);
	}

	private JobDelivery alone() {
		return delivery(1, 0, Duration.ZERO);
	}

	private List<JobDelivery> add(JobDelivery... deliveries) {
		assertThat(this.queue.add(List.of(deliveries))).isEmpty();
		return List.of(deliveries);
	}

	private List<JobDelivery> add(int count) {
		JobDelivery[] deliveries = new JobDelivery[count];
		Arrays.setAll(deliveries, (i) -> together());
		return add(deliveries);
	}

	private int room() throws InterruptedException {
		int workers = this.queue.workers().addMissing();
		try {
			return this.queue.hasRoom() ? this.queue.awaitRoom() : 0;
		}
		finally {
			this.queue.workers().remove(workers);
		}
	}

	@Test
	void workerTakesAsManyAsABatchMayContain() {
		List<JobDelivery> added = add(5);
		assertThat(this.queue.takeBatch()).isEqualTo(added.subList(0, 3));
		assertThat(this.queue.takeBatch()).isEqualTo(added.subList(3, 5));
		assertThat(this.queue.takeBatch()).isEmpty();
	}

	@Test
	void deliveriesThatMustBeAloneAreTakenAlone() {
		JobDelivery first = alone();
		JobDelivery second = together();
		JobDelivery third = alone();
		JobDelivery fourth = together();
		add(first, second, third, fourth);
		assertThat(this.queue.takeBatch()).containsExactly(first);
		first.run();
		assertThat(this.queue.takeBatch()).containsExactly(second, fourth);
		assertThat(this.queue.takeBatch()).containsExactly(third);
	}

	@Test
	void deliveryThatStartsLaterIsNotTakenTogether() {
		HeldDeliveries deliveries = new HeldDeliveries(new WorkerLimits(CONCURRENCY, true), BATCH);
		WaitingDeliveries waiting = new WaitingDeliveries(BATCH);
		JobDelivery now = together();
		JobDelivery soon = delivery(5, 0, Duration.ofMinutes(1));
		JobDelivery alsoNow = together();
		List.of(now, soon, alsoNow).forEach(waiting::add);
		assertThat(deliveries.takeBatch()).isEmpty();
		assertThat(waiting.takeBatch()).containsExactly(now, alsoNow);
		waiting.add(together());
		assertThat(waiting.takeBatch()).hasSize(2).startsWith(soon);
	}

	@Test
	void twoLeasesOfTheSameJobAreNotTakenTogether() {
		JobDelivery replaced = delivery("a", 5, 0, Duration.ZERO);
		JobDelivery other = together();
		JobDelivery newer = delivery("a", 5, 0, Duration.ZERO);
		JobDelivery last = together();
		add(replaced, other, newer, last);
		assertThat(this.queue.takeBatch()).containsExactly(replaced, other, last);
		assertThat(this.queue.takeBatch()).containsExactly(newer);
	}

	@Test
	void thereIsRoomForABatchPerFreeWorker() throws Exception {
		assertThat(room()).isEqualTo(6);
		add(4);
		assertThat(room()).isEqualTo(2);
		this.queue.takeBatch();
		assertThat(room()).isEqualTo(2);
		this.queue.takeBatch();
		assertThat(room()).isZero();
		assertThat(this.queue.load()).isEqualTo(new ContainerLoad(2, 4, 0));
	}

	@Test
	void roomReturnsWhenAllDeliveriesOfABatchHaveEnded() throws Exception {
		add(6);
		List<JobDelivery> first = this.queue.takeBatch();
		this.queue.takeBatch();
		first.get(0).run();
		first.get(1).run();
		assertThat(room()).isZero();
		assertThat(this.queue.load().busyWorkers()).isEqualTo(2);
		first.get(2).run();
		assertThat(room()).isEqualTo(3);
		assertThat(this.queue.load()).isEqualTo(new ContainerLoad(1, 3, 0));
	}

	@Test
	void thereIsNoRoomBesideLargeJobs() throws Exception {
		add(delivery(5, LARGE, Duration.ZERO));
		assertThat(room()).isZero();
	}

	@Test
	void deliveryThatMustBeAloneOccupiesAWorker() throws Exception {
		add(alone(), together());
		assertThat(room()).isEqualTo(2);
		assertThat(this.queue.workers().addMissing()).isEqualTo(2);
	}

	@Test
	void thereIsRoomForOnePerFreeWorkerAfterADeliveryThatMustBeAlone() throws Exception {
		add(together(), alone());
		assertThat(room()).isZero();
		assertThat(this.queue.beginReserve()).isZero();
		this.queue.takeBatch().forEach(JobDelivery::run);
		assertThat(room()).isOne();
		assertThat(this.queue.beginReserve()).isOne();
		this.queue.takeBatch().forEach(JobDelivery::run);
		assertThat(room()).isEqualTo(2);
		assertThat(this.queue.beginReserve()).isEqualTo(2);
		add(together());
		assertThat(room()).isEqualTo(5);
		assertThat(this.queue.beginReserve()).isEqualTo(3);
	}

	@Test
	void oneWorkerIsEnoughForABatch() {
		add(3);
		assertThat(this.queue.workers().addMissing()).isOne();
		add(1);
		assertThat(this.queue.workers().addMissing()).isOne();
		add(5);
		assertThat(this.queue.workers().addMissing()).isZero();
	}

	@Test
	void fastHandlersLeadToNoPrefetch() throws Exception {
		for (int i = 0; i < 50; i++) {
			add(3);
			this.queue.takeBatch().forEach(JobDelivery::run);
		}
		assertThat(room()).isEqualTo(6);
		assertThat(this.queue.beginReserve()).isEqualTo(3);
	}

	@Test
	void deliveriesThatNoWorkerCanTakeAreTooLate() {
		List<JobDelivery> added = new ArrayList<>(add(4));
		JobDelivery single = alone();
		add(single);
		added.addAll(add(1));
		await().atMost(Duration.ofSeconds(5)).until(() -> !this.queue.tooLate().isEmpty());
		assertThat(this.queue.tooLate()).containsExactly(single);
		this.queue.takeBatch();
		assertThat(this.queue.tooLate()).containsExactly(single);
		this.queue.takeBatch();
		assertThat(this.queue.tooLate()).containsExactly(single);
		assertThat(added.get(0).isHandled()).isFalse();
	}

	@Test
	void oneBatchOfJobsThatAreNotDueYetIsHeldForFreeWorkers() {
		assertThat(this.queue.beginReserve()).isEqualTo(3);
		add(delivery(5, 0, Duration.ofMinutes(1)), delivery(5, 0, Duration.ofMinutes(1)));
		assertThat(this.queue.beginReserve()).isEqualTo(1);
		add(3);
		assertThat(this.queue.beginReserve()).isEqualTo(1);
		this.queue.takeBatch();
		assertThat(this.queue.beginReserve()).isEqualTo(1);
		add(2);
		assertThat(this.queue.beginReserve()).isZero();
	}

}
