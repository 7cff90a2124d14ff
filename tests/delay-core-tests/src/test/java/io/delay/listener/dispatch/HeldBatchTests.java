// SPDX-License-Identifier: Apache-2.0

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
 * The deliveries of a container whose workers take several deliveries together.
 */
@Timeout(10)
class HeldBatchTests {

	private static final int CONCURRENCY = 2;

	private static final int BATCH = 3;

	private static final int LARGE = 300 * 1024;

	private final HeldDeliveries held = new HeldDeliveries(new JobDispatcher.Limits(CONCURRENCY, true), BATCH);

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
				this.held::remove);
	}

	private JobDelivery together() {
		return delivery(5, 0, Duration.ZERO);
	}

	private JobDelivery alone() {
		return delivery(1, 0, Duration.ZERO);
	}

	private List<JobDelivery> add(JobDelivery... deliveries) {
		assertThat(this.held.add(List.of(deliveries))).isTrue();
		return List.of(deliveries);
	}

	private List<JobDelivery> add(int count) {
		JobDelivery[] deliveries = new JobDelivery[count];
		Arrays.setAll(deliveries, (i) -> together());
		return add(deliveries);
	}

	@Test
	void workerTakesAsManyAsABatchMayContain() {
		List<JobDelivery> added = add(5);
		assertThat(this.held.take()).isEqualTo(added.subList(0, 3));
		assertThat(this.held.take()).isEqualTo(added.subList(3, 5));
		assertThat(this.held.take()).isEmpty();
	}

	@Test
	void deliveriesThatMustBeAloneAreTakenAlone() {
		JobDelivery first = alone();
		JobDelivery second = together();
		JobDelivery third = alone();
		JobDelivery fourth = together();
		add(first, second, third, fourth);
		assertThat(this.held.take()).containsExactly(first);
		first.run();
		assertThat(this.held.take()).containsExactly(second, fourth);
		assertThat(this.held.take()).containsExactly(third);
	}

	@Test
	void deliveryThatStartsLaterIsNotTakenTogether() {
		WaitingDeliveries waiting = new WaitingDeliveries(BATCH);
		JobDelivery now = together();
		JobDelivery soon = delivery(5, 0, Duration.ofMinutes(1));
		JobDelivery alsoNow = together();
		List.of(now, soon, alsoNow).forEach(waiting::add);
		assertThat(waiting.take()).containsExactly(now, alsoNow);
		waiting.add(together());
		assertThat(waiting.take()).hasSize(2).startsWith(soon);
	}

	@Test
	void twoLeasesOfTheSameJobAreNotTakenTogether() {
		JobDelivery replaced = delivery("a", 5, 0, Duration.ZERO);
		JobDelivery other = together();
		JobDelivery newer = delivery("a", 5, 0, Duration.ZERO);
		JobDelivery last = together();
		add(replaced, other, newer, last);
		assertThat(this.held.take()).containsExactly(replaced, other, last);
		assertThat(this.held.take()).containsExactly(newer);
	}

	@Test
	void thereIsRoomForABatchPerFreeWorker() {
		assertThat(this.held.room()).isEqualTo(6);
		add(4);
		assertThat(this.held.room()).isEqualTo(2);
		this.held.take();
		assertThat(this.held.room()).isEqualTo(2);
		this.held.take();
		assertThat(this.held.room()).isZero();
		assertThat(this.held.load()).isEqualTo(new ContainerLoad(2, 4, 0));
	}

	@Test
	void roomReturnsWhenAllDeliveriesOfABatchHaveEnded() {
		add(6);
		List<JobDelivery> first = this.held.take();
		this.held.take();
		first.get(0).run();
		first.get(1).run();
		assertThat(this.held.room()).isZero();
		assertThat(this.held.load().busyWorkers()).isEqualTo(2);
		first.get(2).run();
		assertThat(this.held.room()).isEqualTo(3);
		assertThat(this.held.load()).isEqualTo(new ContainerLoad(1, 3, 0));
	}

	@Test
	void largeJobsLeaveNoRoomForOthers() {
		add(delivery(5, LARGE, Duration.ZERO));
		assertThat(this.held.room()).isZero();
	}

	@Test
	void deliveryThatMustBeAloneOccupiesAWorker() {
		add(alone(), together());
		assertThat(this.held.room()).isEqualTo(2);
		assertThat(this.held.addMissing()).isEqualTo(2);
	}

	@Test
	void thereIsRoomForOnePerFreeWorkerAfterADeliveryThatMustBeAlone() {
		add(together(), alone());
		assertThat(this.held.room()).isZero();
		assertThat(this.held.roomAhead()).isZero();
		this.held.take().forEach(JobDelivery::run);
		assertThat(this.held.room()).isOne();
		assertThat(this.held.roomAhead()).isOne();
		this.held.take().forEach(JobDelivery::run);
		assertThat(this.held.room()).isEqualTo(2);
		assertThat(this.held.roomAhead()).isEqualTo(2);
		add(together());
		assertThat(this.held.room()).isEqualTo(5);
		assertThat(this.held.roomAhead()).isEqualTo(3);
	}

	@Test
	void oneWorkerIsEnoughForABatch() {
		add(3);
		assertThat(this.held.addMissing()).isOne();
		add(1);
		assertThat(this.held.addMissing()).isOne();
		add(5);
		assertThat(this.held.addMissing()).isZero();
	}

	@Test
	void fastHandlersLeadToNoPrefetch() {
		for (int i = 0; i < 50; i++) {
			add(3);
			this.held.take().forEach(JobDelivery::run);
		}
		assertThat(this.held.room()).isEqualTo(6);
		assertThat(this.held.roomAhead()).isEqualTo(3);
	}

	@Test
	void deliveriesThatNoWorkerCanTakeHaveWaitedTooLong() {
		List<JobDelivery> added = new ArrayList<>(add(4));
		JobDelivery single = alone();
		add(single);
		added.addAll(add(1));
		await().atMost(Duration.ofSeconds(5)).until(() -> !this.held.waitedTooLong().isEmpty());
		assertThat(this.held.waitedTooLong()).containsExactly(single);
		this.held.take();
		assertThat(this.held.waitedTooLong()).containsExactly(single);
		this.held.take();
		assertThat(this.held.waitedTooLong()).containsExactly(single);
		assertThat(added.get(0).isHandled()).isFalse();
	}

	@Test
	void oneBatchOfJobsThatAreNotDueYetIsHeldForFreeWorkers() {
		assertThat(this.held.roomAhead()).isEqualTo(3);
		add(delivery(5, 0, Duration.ofMinutes(1)), delivery(5, 0, Duration.ofMinutes(1)));
		assertThat(this.held.roomAhead()).isEqualTo(1);
		add(3);
		assertThat(this.held.roomAhead()).isEqualTo(1);
		this.held.take();
		assertThat(this.held.roomAhead()).isEqualTo(1);
		add(2);
		assertThat(this.held.roomAhead()).isZero();
	}

}
