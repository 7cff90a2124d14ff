// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.move;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.move.JobMoveException;
import io.delay.move.TopicFence;
import io.delay.redis.RedisJobStore;
import io.delay.redis.RedisJobStoreInspector;
import io.delay.redis.RedisSpace;
import io.delay.redis.RedisTopicMove;
import io.delay.redis.script.RedisScript;
import io.delay.redis.script.TopicMovedException;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.FailureReason;
import io.delay.store.JobRecord;
import io.delay.store.NewJob;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.Touch;
import io.delay.store.admin.Operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

/**
 * Tests that topics can be moved to another number of partitions, and what happens if
 * that is stopped or fails.
 */
@Timeout(60)
@Tag("thorough")
class RedisTopicMoveTests {

	private static final String TOPIC = MoveBench.TOPIC;

	private static final Operator ALICE = new Operator("alice");

	private static final int COUNT = 20;

	private final MoveBench bench = new MoveBench(RedisSpace.shared());

	@AfterEach
	void close() {
		this.bench.close();
	}

	@ParameterizedTest
	@CsvSource({ "1, 4", "4, 1", "4, 16", "16, 6" })
	void jobsAreUnchangedAfterAMove(int from, int to) {
		this.bench.fill(from, COUNT);
		Map<String, StoredJob> before = this.bench.found();
		Map<JobState, Long> counts = this.bench.counts();
		assertThat(counts.values()).containsExactlyInAnyOrder(2L * COUNT, 1L * COUNT, 0L, 1L * COUNT);
		Map<String, Long> waiting = this.bench.waiting(from);
		assertThat(waiting.values()).doesNotContain(0L);
		assertThat(this.bench.move(to)).isBetween(1L, 4L * COUNT);
		assertThat(this.bench.waiting(to)).isEqualTo(waiting);
		this.bench.assertFound(before);
		assertThat(this.bench.counts()).isEqualTo(counts);
		this.bench.assertMoved(to, 4 * COUNT, Math.max(from, to));
		assertThat(this.bench.reserve(this.bench.store(to), "late", MoveBench.TTR, 5, 500)).hasSize(COUNT);
	}

	@Test
	void topicIsMovedAlthoughTheClockWentBackSinceTheLastMove() {
		this.bench.fill(4, COUNT);
		this.bench.move(2);
		String later = Long.toString(TimeUnit.DAYS.toMicros(40_000));
		RedisSpace space = this.bench.space();
		space.template().opsForHash().put(space.key(TOPIC, 3, "meta"), "layout", "2;" + later);
		Map<String, StoredJob> before = this.bench.found();
		assertThat(this.bench.move(4)).isPositive();
		this.bench.assertFound(before);
	}

	@Test
	void manyAndLargeJobsAreMovedInSeveralCalls() {
		RedisJobStore store = this.bench.store(1);
		this.bench.submit(store, "small-", 1200, DueTime.NOW);
		for (int i = 0; i < 8; i++) {
			store.submit(List
				.of(new NewJob(TOPIC, "large-" + i, DueTime.NOW, ConflictPolicy.KEEP, JobRecord.of(new byte[60_000]))));
		}
		List<RedisScript> calls = new ArrayList<>();
		this.bench.move(4, calls::add);
		// Three by the number of jobs alone, two by their size alone; more depends on
		// which jobs share a call
		assertThat(Collections.frequency(calls, RedisScript.REMOVE_UNCHANGED)).isGreaterThanOrEqualTo(4);
		assertThat(this.bench.reserve(this.bench.store(4), "late", MoveBench.TTR, 5, 500)).hasSize(1208);
	}

	@Test
	void nextEventIsPublishedAlthoughAnEarlierTimeWasArmedBeforeTheMove() {
		RedisJobStore before = this.bench.store(1);
		this.bench.submit(before, "early-", 8, DueTime.at(Instant.now().plusSeconds(60)));
		this.bench.reserve(before, "sleeper", MoveBench.TTR, 5, 500);
		this.bench.move(4);
		Instant later = Instant.ofEpochMilli(Instant.now().plusSeconds(3600).toEpochMilli());
		this.bench.submit(this.bench.store(4), "later-", 40, DueTime.at(later));
		for (int partition = 0; partition < 4; partition++) {
			// Whoever arms an event publishes it
			assertThat(this.bench.space().contents(TOPIC, partition).get("meta")).containsEntry("armed",
					Long.toString(later.toEpochMilli()));
		}
	}

	@Test
	void pausedTopicStaysPausedInAllPartitions() {
		this.bench.fill(1, 4);
		this.bench.administrator(1).pause(TOPIC, ALICE);
		this.bench.move(4);
		assertThat(this.bench.reserve(this.bench.store(4), "late", MoveBench.TTR, 5, 500)).isEmpty();
		assertThat(this.bench.inspector().status(TOPIC).pause().by()).isEqualTo(ALICE);
		this.bench.administrator(4).resume(TOPIC);
		assertThat(this.bench.reserve(this.bench.store(4), "late", MoveBench.TTR, 5, 500)).hasSize(4);
	}

	@Test
	void unknownOrAlreadyMovedTopicIsNotChanged() {
		List<RedisScript> calls = new ArrayList<>();
		assertThat(this.bench.move(4, calls::add)).isZero();
		this.bench.submit(this.bench.store(4), "job-", 4, DueTime.NOW);
		assertThat(this.bench.move(4, calls::add)).isZero();
		assertThat(calls).isEmpty();
	}

	@Test
	void moveStoppedAtAnyPointCanBeContinued() {
		assertThatItGoesOnWhereItStopped(1, 4);
	}

	@ParameterizedTest
	@CsvSource({ "4, 1", "4, 6" })
	void moveStoppedAtAnyPointCanContinueWithOtherNumbers(int from, int to) {
		assertThatItGoesOnWhereItStopped(from, to);
	}

	private void assertThatItGoesOnWhereItStopped(int from, int to) {
		List<RedisScript> calls = new ArrayList<>();
		// Other points for other numbers
		int stop = from;
		boolean stopped = true;
		while (stopped) {
			try (MoveBench bench = new MoveBench(RedisSpace.shared())) {
				bench.fill(from, 3);
				bench.administrator(from).pause(TOPIC, ALICE);
				Map<String, StoredJob> before = bench.found();
				stopped = isStopped(bench, to, stop, calls);
				// Twice, for what goes on can be stopped, too
				isStopped(bench, to, Math.max(1, stop / 2), calls);
				bench.move(to);
				bench.assertFound(before);
				bench.assertMoved(to, 12, Math.max(from, to));
				assertThat(bench.inspector().status(TOPIC).pause().by()).isEqualTo(ALICE);
			}
			stop += 7;
		}
		assertThat(calls).contains(RedisScript.INSERT, RedisScript.REMOVE_UNCHANGED, RedisScript.MOVE_END,
				RedisScript.MOVE_RECORD);
	}

	@Test
	void stoppedMoveCanContinueToAnotherNumberOrBack() {
		for (int to : new int[] { 4, 6 }) {
			try (MoveBench bench = new MoveBench(RedisSpace.shared())) {
				bench.fill(4, 3);
				Map<String, StoredJob> before = bench.found();
				assertThat(isStopped(bench, 16, 45, new ArrayList<>())).isTrue();
				bench.move(to);
				bench.assertFound(before);
				bench.assertMoved(to, 12, 16);
			}
		}
	}

	private static boolean isStopped(MoveBench bench, int to, int stop, List<RedisScript> calls) {
		int[] left = { stop };
		Consumer<RedisScript> stopper = (script) -> {
			calls.add(script);
			if (--left[0] == 0) {
				throw new StoppedException();
			}
		};
		try {
			bench.move(to, stopper);
			return false;
		}
		catch (StoppedException ex) {
			return true;
		}
	}

	@Test
	void topicThatIsBeingMovedIsRefusedWithAdvice() {
		this.bench.fill(4, 3);
		RedisJobStore store = this.bench.store(16);
		isStopped(this.bench, 16, 30, new ArrayList<>());
		assertThatExceptionOfType(TopicMovedException.class)
			.isThrownBy(() -> this.bench.submit(store, "new-", 1, DueTime.NOW))
			.withMessageContainingAll("'orders' is being moved from 4 to 16 partitions",
					"delay.redis.move-topics=orders");
		assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> this.bench.inspector().status(TOPIC));
		this.bench.move(16);
		assertThatNoException().isThrownBy(() -> this.bench.submit(store, "new-", 1, DueTime.NOW));
	}

	@Test
	void clientsWithTheOldNumberLoseNoJobsDuringAndAfterAMove() {
		this.bench.fill(4, 3);
		RedisJobStore straggler = this.bench.store(4);
		RedisJobStore another = this.bench.store(4);
		RedisJobStoreInspector looking = this.bench.inspector();
		List<RedisJobStore> fresh = List.of(straggler, another);
		fresh.forEach((store) -> this.bench.submit(store, "known-", 1, DueTime.NOW));
		this.bench.reserve(straggler, "known", MoveBench.TTR, 5, 500)
			.forEach((job) -> straggler.settle(List.of(new Settlement.Release(job.lease(), Duration.ZERO))));
		looking.status(TOPIC);
		boolean[] refused = { false };
		this.bench.move(16, (script) -> {
			if (script == RedisScript.MOVE_END && !refused[0]) {
				refused[0] = true;
				assertRefused(straggler);
			}
		});
		assertThat(refused).containsExactly(true);
		// The one that has asked for nothing meanwhile, with any job, wherever it would
		// go
		for (int i = 0; i < 4; i++) {
			RedisJobStore late = (i == 0) ? another : straggler;
			int number = i;
			assertThatExceptionOfType((i == 0) ? TopicMovedException.class : IllegalStateException.class)
				.isThrownBy(() -> this.bench.submit(late, "late-" + number + "-", 1, DueTime.NOW));
		}
		assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> looking.status(TOPIC));
		assertThat(looking.status(TOPIC).count(JobState.FAILED)).isEqualTo(3);
		this.bench.assertMoved(16, 13, 16);
	}

	private void assertRefused(RedisJobStore straggler) {
		assertThatExceptionOfType(TopicMovedException.class)
			.isThrownBy(() -> this.bench.submit(straggler, "late-", 1, DueTime.NOW))
			.withMessageContainingAll("Nothing was done", "4>16");
		assertThatExceptionOfType(TopicMovedException.class)
			.isThrownBy(() -> this.bench.reserve(straggler, "late", MoveBench.TTR, 5, 10))
			.withMessageContainingAll("Nothing was done", "4>16");
		assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> straggler.cancel(TOPIC, "delayed-0"));
	}

	@Test
	void moveIsRefusedWhileAConsumerIsActive() {
		RedisJobStore consumer = this.bench.store(1);
		this.bench.submit(consumer, "job-", 1, DueTime.at(Instant.now().plusSeconds(60)));
		consumer.announce(
				new ConsumerRegistration(TOPIC, "poller-1", new ConsumerOrigin("shop", "worker.example", "orders"),
						new ConsumerTerms(1, new ReserveTerms(MoveBench.TTR, 5))));
		List<RedisScript> calls = new ArrayList<>();
		await().untilAsserted(() -> assertThat(this.bench.inspector().consumers(TOPIC)).hasSize(1));
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> this.bench.move(4, calls::add))
			.withMessageContainingAll("'orders' cannot be moved", "worker.example", "Stop these instances",
					"3 minutes");
		assertThat(calls).isEmpty();
		assertThat(this.bench.counts()).containsEntry(JobState.DELAYED, 1L);
		consumer.withdraw(TOPIC, "poller-1");
		await().untilAsserted(() -> assertThat(this.bench.move(4)).isLessThan(2));
		consumer.close();
	}

	@Test
	void reservedJobsAreMovedOnceTheirLeaseHasEnded() {
		RedisJobStore store = this.bench.store(1);
		this.bench.submit(store, "job-", 30, DueTime.NOW);
		Duration ttr = Duration.ofMillis(700);
		List<ReservedJob> all = new ArrayList<>(this.bench.reserve(store, "dead", ttr, 1, 15));
		all.addAll(this.bench.reserve(store, "dead-too", ttr, 2, 500));
		// Some have a longer TTR of their own
		List<ReservedJob> reserved = all.stream().filter((job) -> job.terms().ttr().equals(ttr)).toList();
		all.removeAll(reserved);
		store.settle(all.stream().<Settlement>map((job) -> new Settlement.Ack(job.lease())).toList());
		boolean[] touched = { false };
		this.bench.move(4, (script) -> {
			if (script == RedisScript.RESERVE && !touched[0]) {
				touched[0] = true;
				assertThatExceptionOfType(TopicMovedException.class)
					.isThrownBy(() -> store.touch(List.of(new Touch(reserved.get(0).lease(), MoveBench.TTR))));
			}
		});
		assertThat(touched).containsExactly(true);
		for (ReservedJob job : reserved) {
			StoredJob found = this.bench.inspector().find(TOPIC, job.lease().id()).orElseThrow();
			boolean last = job.terms().maxAttempts() == 1;
			assertThat(found.state()).isEqualTo(last ? JobState.FAILED : JobState.READY);
			assertThat(found.failures().attempts()).isOne();
			assertThat(found.failures().last()).isEqualTo(new FailureReason("TTR of 700 ms elapsed", "worker.example"));
		}
	}

	@ParameterizedTest
	@CsvSource({ "1, 2", "2, 1" })
	void leaseOfAPausedTopicExpiresDuringTheMove(int from, int to) {
		for (int stop = 1; stop < 1000; stop += 3) {
			try (MoveBench bench = new MoveBench(RedisSpace.shared())) {
				RedisJobStore store = bench.store(from);
				bench.submit(store, "a-", 3, DueTime.NOW);
				// It has a TTR of its own
				store.cancel(TOPIC, "a-0");
				assertThat(bench.reserve(store, "dead", Duration.ofMillis(50), 30, 2)).hasSize(2);
				bench.administrator(from).pause(TOPIC, ALICE);
				boolean stopped = isStopped(bench, to, stop, new ArrayList<>());
				bench.move(to);
				assertThat(bench.inspector().status(TOPIC).pause().by()).isEqualTo(ALICE);
				assertThat(bench.counts()).containsEntry(JobState.READY, 2L);
				if (!stopped) {
					return;
				}
			}
		}
	}

	@Test
	void leaseIsSettledWhileItsJobWaitsToBeMoved() throws Exception {
		RedisJobStore store = this.bench.store(1);
		this.bench.submit(store, "job-", 8, DueTime.NOW);
		List<ReservedJob> reserved = this.bench.reserve(store, "slow", MoveBench.TTR, 5, 500);
		CompletableFuture<Void> waiting = new CompletableFuture<>();
		CompletableFuture<Long> moved = CompletableFuture.supplyAsync(() -> this.bench.move(4, (script) -> {
			if (script == RedisScript.RESERVE) {
				waiting.complete(null);
			}
		}));
		waiting.get(10, TimeUnit.SECONDS);
		List<Settlement> settlements = new ArrayList<>();
		for (ReservedJob job : reserved) {
			settlements.add((settlements.size() % 2 == 0) ? new Settlement.Ack(job.lease())
					: new Settlement.Release(job.lease(), Duration.ofHours(1)));
		}
		assertThat(store.settle(settlements)).containsOnly(SettleResult.DONE);
		assertThat(moved.get(20, TimeUnit.SECONDS)).isBetween(0L, 4L);
		assertThat(this.bench.counts()).containsEntry(JobState.DELAYED, 4L).containsEntry(JobState.RESERVED, 0L);
	}

	@Test
	void topicThatMovesToAnotherStoreIsClosedUntilTheMoveEnds() {
		this.bench.fill(4, 3);
		RedisJobStore store = this.bench.store(4);
		this.bench.submit(store, "known-", 1, DueTime.NOW);
		ReservedJob held = this.bench.reserve(store, "worker", MoveBench.TTR, 5, 1).get(0);
		RedisTopicMove moves = this.bench.space().parts(this.bench.options(1)).topicMove();
		// The first one is killed
		moves.close(TOPIC);
		try (TopicFence fence = moves.close(TOPIC)) {
			assertThatExceptionOfType(TopicMovedException.class)
				.isThrownBy(() -> this.bench.submit(store, "new-", 1, DueTime.NOW));
			assertThatExceptionOfType(TopicMovedException.class)
				.isThrownBy(() -> this.bench.submit(this.bench.store(4), "new-", 1, DueTime.NOW))
				.withMessageContainingAll("'orders' is being moved to another store", "delay.move.from",
						"delay.redis.move-topics=orders");
			assertThatExceptionOfType(TopicMovedException.class).isThrownBy(() -> store.cancel(TOPIC, "delayed-0"));
			assertThat(store.settle(List.of(new Settlement.Ack(held.lease())))).containsExactly(SettleResult.DONE);
			List<Long> parts = new ArrayList<>();
			fence.forEachPart((part) -> parts
				.add(part.inspector().status(TOPIC).counts().values().stream().mapToLong(Long::longValue).sum()));
			assertThat(parts).hasSize(4);
			assertThat(parts.stream().mapToLong(Long::longValue).sum()).isEqualTo(12);
		}
		this.bench.assertMoved(4, 12, 4);
		assertThatNoException().isThrownBy(() -> this.bench.submit(this.bench.store(4), "new-", 1, DueTime.NOW));
		moves.close(TOPIC);
		assertThat(this.bench.move(4)).isZero();
		assertThatNoException().isThrownBy(() -> this.bench.submit(this.bench.store(4), "late-", 1, DueTime.NOW));
	}

	// It sleeps before what it has read is written, or before anything else it does
	@ParameterizedTest
	@EnumSource(names = { "MOVE_FENCE", "PAGE", "INSERT", "REMOVE_UNCHANGED", "MOVE_END" })
	void secondMoveTakesOverAndTheFirstChangesNothingAfterwards(RedisScript sleep) {
		this.bench.fill(4, 5);
		Map<String, StoredJob> before = this.bench.found();
		boolean[] taken = { false };
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> this.bench.move(16, (script) -> {
			if (script == sleep && !taken[0]) {
				taken[0] = true;
				this.bench.move(16);
				this.bench.store(16).cancel(TOPIC, "delayed-0");
			}
		}));
		before.remove("delayed-0");
		this.bench.assertFound(before);
		this.bench.assertMoved(16, 19, 16);
	}

	@ParameterizedTest
	@EnumSource(names = { "PAGE", "INSERT", "REMOVE_UNCHANGED", "MOVE_END" })
	void aMoveThatWasTakenOverChangesNothing(RedisScript sleep) {
		this.bench.fill(4, 5);
		Map<String, StoredJob> before = this.bench.found();
		boolean[] taken = { false };
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> this.bench.move(16, (script) -> {
			if (script == sleep && !taken[0]) {
				taken[0] = true;
				assertThat(isStopped(this.bench, 16, 50, new ArrayList<>())).isTrue();
			}
		}));
		for (int partition = 0; partition < 16; partition++) {
			// Still closed
			assertThat(this.bench.space().contents(TOPIC, partition).get("meta").get("layout")).contains(">16;");
		}
		this.bench.move(16);
		this.bench.assertFound(before);
		this.bench.assertMoved(16, 20, 16);
	}

	@Test
	void aMoveThatBeginsAfterAnotherEndedChangesNothing() {
		this.bench.fill(4, 3);
		boolean[] taken = { false };
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> this.bench.move(16, (script) -> {
			if (script == RedisScript.MOVE_RECORD && !taken[0]) {
				taken[0] = true;
				this.bench.move(16);
			}
		})).withMessageContainingAll("recorded with '4'", "Only one instance may move it");
		this.bench.assertMoved(16, 12, 16);
	}

	private static final class StoppedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
