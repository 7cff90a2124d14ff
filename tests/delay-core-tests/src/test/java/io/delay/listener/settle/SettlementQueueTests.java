// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.settle;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.listener.lease.HeldLease;
import io.delay.listener.lease.PendingSettlement;
import io.delay.observation.ExceptionName;
import io.delay.observation.JobOutcome;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.Redelivery;
import io.delay.store.Settlement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

@Timeout(10)
class SettlementQueueTests {

	private final SettlementQueue queue = new SettlementQueue(3);

	@AfterEach
	void closeQueue() {
		this.queue.close();
	}

	private static PendingSettlement settlement(String id) {
		return settlement(id, Duration.ofHours(1), Redelivery.NONE);
	}

	private static PendingSettlement settlement(String id, Duration ttr, Redelivery redelivery) {
		HeldLease lease = new HeldLease(new Lease("orders", id, "token"),
				new LeaseTerms(1, 5, ttr, Instant.EPOCH, redelivery), System.nanoTime());
		return new PendingSettlement(new Settlement.Ack(lease.lease()), lease, JobOutcome.ACKED, ExceptionName.NONE,
				false, () -> {
				});
	}

	private List<String> take() {
		return ids(this.queue.take(10));
	}

	private static List<String> ids(SettlementBatch batch) {
		return batch.settlements().stream().map((settlement) -> settlement.lease().lease().id()).toList();
	}

	private void fill() {
		this.queue.add(settlement("a"));
		this.queue.add(settlement("b"));
		this.queue.add(settlement("c"));
	}

	// The thread that adds must wait, and does.
	private CompletableFuture<Boolean> addWhileFull(String id) {
		Thread[] adder = new Thread[1];
		CompletableFuture<Boolean> added = CompletableFuture.supplyAsync(() -> this.queue.add(settlement(id)),
				(task) -> {
					adder[0] = new Thread(task);
					adder[0].start();
				});
		await().until(() -> adder[0].getState() == Thread.State.WAITING);
		assertThat(added).isNotDone();
		return added;
	}

	@Test
	void addingToAFullQueueDoesNotWaitOnceAStopHasBegun() throws Exception {
		fill();
		CompletableFuture<Boolean> added = addWhileFull("d");
		this.queue.stopping();
		assertThat(added.get(5, TimeUnit.SECONDS)).isTrue();
		assertThat(this.queue.add(settlement("e"))).isTrue();
		assertThat(take()).containsExactly("a", "b", "c", "d", "e");
	}

	@Test
	void addingToAFullQueueWaitsUntilABatchIsTaken() throws Exception {
		fill();
		CompletableFuture<Boolean> added = addWhileFull("d");
		assertThat(take()).containsExactly("a", "b", "c");
		assertThat(added.get(5, TimeUnit.SECONDS)).isTrue();
		this.queue.sent();
		assertThat(take()).containsExactly("d");
	}

	@Test
	void offeredSettlementMayExceedTheCapacity() {
		fill();
		assertThat(this.queue.offer(settlement("d"))).isTrue();
		assertThat(take()).containsExactly("a", "b", "c", "d");
		this.queue.close();
		assertThat(this.queue.offer(settlement("e"))).isFalse();
	}

	@Test
	void roomIsAwaitedUntilABatchIsTaken() {
		fill();
		Thread waiting = new Thread(this.queue::awaitRoom);
		waiting.start();
		await().until(() -> waiting.getState() == Thread.State.WAITING);
		assertThat(take()).containsExactly("a", "b", "c");
		await().until(() -> !waiting.isAlive());
	}

	@Test
	void failedBatchOccupiesRoomUntilItIsTakenAgain() throws Exception {
		fill();
		SettlementBatch failed = this.queue.take(10);
		this.queue.failed(List.of(failed));
		CompletableFuture<Boolean> added = addWhileFull("d");
		assertThat(take()).containsExactly("a", "b", "c");
		assertThat(added.get(5, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void closingTheQueueEndsAllWaitsForRoom() throws Exception {
		fill();
		CompletableFuture<Boolean> added = addWhileFull("d");
		this.queue.close();
		assertThat(added.get(5, TimeUnit.SECONDS)).isFalse();
	}

	@Test
	void batchIsInProgressUntilItsResultIsKnown() throws Exception {
		this.queue.add(settlement("a"));
		assertThat(take()).containsExactly("a");
		assertThat(this.queue.left()).isOne();
		assertThat(take()).containsExactly("a");
		this.queue.sent();
		assertThat(this.queue.left()).isZero();
	}

	@Test
	void queueThatIsClosedWhenEmptyAcceptsNothing() throws Exception {
		this.queue.closeOnceEmpty(Duration.ofSeconds(5));
		assertThat(this.queue.add(settlement("a"))).isFalse();
	}

	@Test
	void queueIsClosedInTimeWithRemainingSettlements() throws Exception {
		this.queue.add(settlement("a"));
		this.queue.closeOnceEmpty(Duration.ZERO);
		assertThat(this.queue.left()).isOne();
		assertThat(this.queue.add(settlement("b"))).isFalse();
	}

	@Test
	void queueIsClosedThoughItsCallerIsInterrupted() {
		this.queue.add(settlement("a"));
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.queue.closeOnceEmpty(Duration.ofSeconds(5)));
		assertThat(this.queue.isClosed()).isTrue();
	}

	@Test
	void failedAndNewSettlementsAlternate() {
		this.queue.add(settlement("a"));
		this.queue.add(settlement("b"));
		SettlementBatch failed = this.queue.take(10);
		this.queue.failed(failed.after(failed.settlements(), true));
		this.queue.add(settlement("c"));
		assertThat(take()).containsExactly("a");
		this.queue.sent();
		assertThat(take()).containsExactly("c");
		this.queue.sent();
		assertThat(take()).containsExactly("b");
	}

	@Test
	void settlementThatIsRefusedAloneIsTakenAgainAfterAPauseAndNewerOnes() {
		this.queue.add(settlement("refused"));
		SettlementBatch alone = this.queue.take(10);
		long start = System.nanoTime();
		this.queue.failed(alone.after(alone.settlements(), true));
		this.queue.add(settlement("new"));
		assertThat(take()).containsExactly("new");
		this.queue.sent();
		assertThat(take()).containsExactly("refused");
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
	}

	@Test
	void pauseIsShortDuringAStop() {
		CompletableFuture.runAsync(this.queue::stopping);
		long start = System.nanoTime();
		this.queue.pause(Duration.ofHours(1));
		this.queue.pause(Duration.ofHours(1));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(90), Duration.ofSeconds(5));
	}

	@Test
	void firstAcknowledgementIsSentAtOnceAndTheNextOneWaitsForOthers() throws Exception {
		SettlementQueue patient = new SettlementQueue(100, Duration.ofHours(1));
		patient.add(settlement("a"));
		assertThat(ids(patient.take(10))).containsExactly("a");
		patient.sent();
		patient.add(settlement("b"));
		CompletableFuture<SettlementBatch> next = takeWhileEmpty(patient);
		patient.add(settlement("c"));
		assertThat(next).isNotDone();
		patient.add(urgent("d"));
		assertThat(ids(next.get(5, TimeUnit.SECONDS))).containsExactly("b", "c", "d");
	}

	@Test
	void acknowledgementsOfRedeliveredJobsAndOfLeasesThatEndSoonAreUrgent() {
		assertThat(settlement("a").isUrgent()).isFalse();
		assertThat(settlement("a", Duration.ofHours(1), Redelivery.REPEATED).isUrgent()).isTrue();
		assertThat(settlement("a", Duration.ofHours(1), Redelivery.ISOLATED).isUrgent()).isTrue();
		assertThat(settlement("a", Duration.ofMillis(50), Redelivery.NONE).isUrgent()).isTrue();
	}

	@Test
	void acknowledgementsDoNotWaitForOthersOnceAStopHasBegun() throws Exception {
		SettlementQueue patient = new SettlementQueue(100, Duration.ofHours(1));
		patient.add(settlement("a"));
		patient.take(10);
		patient.sent();
		patient.add(settlement("b"));
		CompletableFuture<SettlementBatch> next = takeWhileEmpty(patient);
		CompletableFuture.runAsync(patient::stopping, thread());
		assertThat(ids(next.get(5, TimeUnit.SECONDS))).containsExactly("b");
	}

	@Test
	void queueThatIsClosedOnceEmptySendsWaitingAcknowledgements() throws Exception {
		SettlementQueue patient = new SettlementQueue(100, Duration.ofHours(1));
		patient.add(settlement("a"));
		patient.take(10);
		patient.sent();
		patient.add(settlement("b"));
		CompletableFuture<SettlementBatch> next = takeWhileEmpty(patient);
		next.thenRun(patient::sent);
		patient.closeOnceEmpty(Duration.ofSeconds(5));
		assertThat(patient.left()).isZero();
		assertThat(ids(next.get(5, TimeUnit.SECONDS))).containsExactly("b");
	}

	private static PendingSettlement urgent(String id) {
		PendingSettlement settlement = settlement(id);
		return new PendingSettlement(new Settlement.HandBack(settlement.lease().lease()), settlement.lease(),
				JobOutcome.HANDED_BACK, ExceptionName.NONE, false, () -> {
				});
	}

	private static Executor thread() {
		return (task) -> new Thread(task).start();
	}

	private static CompletableFuture<SettlementBatch> takeWhileEmpty(SettlementQueue queue) {
		Thread[] taker = new Thread[1];
		CompletableFuture<SettlementBatch> taken = CompletableFuture.supplyAsync(() -> queue.take(10), (task) -> {
			taker[0] = new Thread(task);
			taker[0].start();
		});
		await().until(() -> taker[0].getState() == Thread.State.TIMED_WAITING);
		assertThat(taken).isNotDone();
		return taken;
	}

}
