// SPDX-License-Identifier: Apache-2.0

package io.delay.move;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.dao.DataIntegrityViolationException;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.ConsumerOrigin;
import io.delay.store.ConsumerRegistration;
import io.delay.store.ConsumerTerms;
import io.delay.store.DelegatingJobStoreAdministrator;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.JobStore;
import io.delay.store.LeaseTokens;
import io.delay.store.NewJob;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.Touch;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobStoreInspector;
import io.delay.store.admin.Operator;
import io.delay.store.memory.MemoryJobStore;
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;
import io.delay.test.store.ForwardingJobStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Moves of jobs between two stores, also when they are killed or when applications use
 * the stores meanwhile.
 */
class JobMoveTests {

	private static final String TOPIC = "orders";

	private static final Duration SHORT = Duration.ofMillis(1);

	private static final Duration TTR = Duration.ofSeconds(20);

	private static final LeaseTokens TOKENS = new LeaseTokens("worker-1.example");

	private volatile Instant now = Instant.parse("2030-01-01T00:00:00Z");

	private final MemoryJobStore source = new MemoryJobStore(() -> this.now);

	private final MemoryJobStore target = new MemoryJobStore(() -> this.now);

	@Test
	void jobsOfAllStatesAreMovedAsTheyAre() {
		submit("failed", "payload", Duration.ZERO);
		fail(reserve(), "first", SHORT);
		this.now = this.now.plusMillis(1);
		fail(reserve(), "second", null);
		this.now = this.now.plus(TTR);
		bury(reserve());
		this.source.submit(List
			.of(new NewJob(TOPIC, "delayed", DueTime.after(Duration.ofHours(1)), ConflictPolicy.KEEP, new JobRecord(
					"delayed".getBytes(StandardCharsets.UTF_8), Map.of("tenant", "acme"), TTR, 7, JobPriority.HIGH))));
		submit("ready", "ready", Duration.ZERO);
		Map<String, String> before = contents(this.source);
		assertThat(before).hasSize(3);
		assertThat(move()).isEqualTo(new JobMove.Result(3, 0, 0));
		assertThat(contents(this.target)).isEqualTo(before);
		assertThat(contents(this.source)).isEmpty();
		JobFailures failures = this.target.find(TOPIC, "failed").orElseThrow().failures();
		assertThat(failures).isNotNull();
		assertThat(failures.recent()).hasSize(3)
			.extracting((failure) -> failure.reason().stackTrace())
			.containsExactly("at third", "at second", "at first");
	}

	@Test
	void severalPagesAndTopicsAreMovedAndNothingIsCounted() {
		for (int i = 0; i < 1_201; i++) {
			submit("job-" + i, "payload", Duration.ofSeconds(i % 3));
		}
		this.source.submit(List.of(job("refunds", "a", "payload", Duration.ZERO)));
		assertThat(move()).isEqualTo(new JobMove.Result(1_202, 0, 0));
		assertThat(this.target.status(TOPIC).counts().values().stream().mapToLong(Long::longValue).sum())
			.isEqualTo(1_201);
		assertThat(this.target.topics()).containsExactlyInAnyOrder(TOPIC, "refunds");
		assertThat(counts(this.target)).isEqualTo(JobCounts.NONE);
		assertThat(counts(this.source).cancelled()).isZero();
		assertThat(move()).isEqualTo(new JobMove.Result(0, 0, 0));
	}

	@Test
	void onlyTheGivenTopicsAreMoved() {
		submit("a", "payload", Duration.ZERO);
		this.source.submit(List.of(job("refunds", "a", "payload", Duration.ZERO)));
		new JobMove(store(this.source), store(this.target), SHORT).run(List.of("refunds", "unknown"));
		assertThat(contents(this.source)).containsOnlyKeys("a");
		assertThat(this.target.topics()).containsExactly("refunds");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> new JobMove(store(this.source), store(this.target), SHORT).run(List.of("a b")));
	}

	// Reserved jobs

	@Test
	void aJobWhoseLeaseHasExpiredIsMovedWithItsFailedAttempt() {
		submit("a", "payload", Duration.ZERO);
		ReservedJob job = reserve();
		this.source.touch(List.of(Touch.started(job.lease())));
		this.now = this.now.plus(TTR);
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		JobFailures failures = this.target.find(TOPIC, "a").orElseThrow().failures();
		assertThat(failures).isNotNull();
		assertThat(failures.attempts()).isEqualTo(1);
	}

	@Test
	void aJobThatIsIsolatedIsMoved() {
		submit("a", "payload", Duration.ZERO);
		for (int i = 0; i < 3; i++) {
			ReservedJob job = reserve(ReserveMode.LISTEN_ISOLATED, 0);
			this.source.touch(List.of(Touch.started(job.lease())));
			this.now = this.now.plus(TTR);
		}
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(this.target.find(TOPIC, "a").orElseThrow().state()).isEqualTo(JobState.READY);
	}

	@Test
	void aJobThatWaitsForAFailureHandlerIsDeliveredOnceMoreAfterTheMove() {
		submit("a", "payload", Duration.ZERO);
		ReservedJob job = reserve(ReserveMode.PULL, 3);
		this.source.settle(List.of(new Settlement.Bury(job.lease(), new FailureReason("boom", "h"))));
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		StoredJob moved = this.target.find(TOPIC, "a").orElseThrow();
		assertThat(moved.state()).isEqualTo(JobState.READY);
		assertThat(Objects.requireNonNull(moved.failures()).attempts()).isEqualTo(1);
	}

	@Test
	void aJobThatWaitsForAFailureHandlerIsNotBuriedBecauseALeaseOfAnotherHasExpired() {
		submit("a", "payload", Duration.ZERO);
		ReservedJob job = reserve(ReserveMode.PULL, 3);
		this.source.settle(List.of(new Settlement.Bury(job.lease(), new FailureReason("boom", "h"))));
		submit("b", "payload", Duration.ZERO);
		reserve();
		this.now = this.now.plus(TTR);
		assertThat(move()).isEqualTo(new JobMove.Result(2, 0, 0));
		assertThat(this.target.find(TOPIC, "a").orElseThrow().state()).isEqualTo(JobState.READY);
	}

	@Test
	void aMoveFailsIfAJobStaysReservedAndTheNextOneMovesIt() {
		submit("held", "payload", Duration.ZERO);
		ReservedJob job = reserve();
		submit("other", "payload", Duration.ZERO);
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(this::move)
			.withMessageContainingAll("topic 'orders'", "1 jobs", "job 'held' held by worker-1.example",
					"from the source", "within 1 ms", "Number of jobs moved: 0");
		assertThat(contents(this.target)).isEmpty();
		this.source.settle(List.of(new Settlement.Release(job.lease(), Duration.ZERO)));
		assertThat(move()).isEqualTo(new JobMove.Result(2, 0, 0));
	}

	@Test
	void aMoveThatFailsSaysHowManyJobsRemain() {
		for (int i = 0; i < 8; i++) {
			submit("job-" + i, "payload", Duration.ZERO);
			reserve();
		}
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(this::move)
			.withMessageContainingAll("8 jobs", "job 'job-0'", "Number of jobs moved: 0");
	}

	@Test
	void aJobOfAPausedTopicWhoseLeaseHasExpiredIsMoved() {
		submit("a", "payload", Duration.ZERO);
		reserve();
		this.source.pause(TOPIC, new Operator("alice"));
		this.now = this.now.plus(TTR);
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(this.source.status(TOPIC).pause().by()).isEqualTo(new Operator("alice"));
		assertThat(this.target.status(TOPIC).paused()).isTrue();
	}

	@Test
	void aTopicIsNotMovedWhileItHasConsumers() {
		submit("a", "payload", Duration.ZERO);
		this.source.announce(
				new ConsumerRegistration(TOPIC, "worker", new ConsumerOrigin("shop", "worker-1.example", "orders"),
						new ConsumerTerms(1, new ReserveTerms(TTR, 5))));
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(this::move)
			.withMessageContainingAll("'orders'", "worker-1.example");
		assertThat(contents(this.source)).containsOnlyKeys("a");
		this.source.withdraw(TOPIC, "worker");
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
	}

	@Test
	void aMoveWaitsForJobsThatAreReserved() throws Exception {
		submit("a", "payload", Duration.ZERO);
		ReservedJob job = reserve();
		submit("b", "payload", Duration.ZERO);
		CountDownLatch waiting = new CountDownLatch(1);
		Thread worker = new Thread(() -> {
			Awaitility.await().until(() -> waiting.getCount() == 0);
			this.source.settle(List.of(new Settlement.Ack(job.lease())));
		});
		worker.start();
		JobStore reserving = new ForwardingJobStore(this.source) {

			@Override
			public ReserveResult reserve(ReserveRequest request) {
				waiting.countDown();
				return super.reserve(request);
			}

		};
		assertThat(new JobMove(new MoveStore("the source", reserving, this.source, this.source), store(this.target),
				Duration.ofSeconds(30))
			.run(List.of())).isEqualTo(new JobMove.Result(1, 0, 0));
		worker.join();
		assertThat(contents(this.target)).containsOnlyKeys("b");
	}

	// Killed moves

	@Test
	void aMoveThatIsKilledBeforeItStoresLosesNothing() {
		submit("a", "payload", Duration.ZERO);
		assertThatExceptionOfType(Killed.class).isThrownBy(() -> moveTo(new Hooked(this.target) {

			@Override
			public Set<String> insert(JobCopies jobs) {
				throw new Killed();
			}

		}));
		assertThat(contents(this.source)).containsOnlyKeys("a");
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(contents(this.target)).containsOnlyKeys("a");
	}

	@Test
	void aMoveThatIsKilledBetweenItsStepsIsCompletedByTheNextOne() {
		submit("a", "payload", Duration.ZERO);
		submit("b", "payload", Duration.ofHours(1));
		killBeforeRemoval();
		assertThat(contents(this.source)).hasSize(2);
		assertThat(contents(this.target)).containsOnlyKeys("b");
		assertThat(move()).isEqualTo(new JobMove.Result(2, 1, 0));
		assertThat(contents(this.source)).isEmpty();
		assertThat(contents(this.target)).containsOnlyKeys("a", "b");
	}

	@Test
	void aMoveThatIsKilledAfterARemovalIsContinued() {
		submit("a", "payload", Duration.ZERO);
		submit("b", "payload", Duration.ofHours(1));
		assertThatExceptionOfType(Killed.class).isThrownBy(() -> moveFrom(new Hooked(this.source) {

			@Override
			public Set<String> removeUnchanged(JobCopies jobs) {
				super.removeUnchanged(jobs);
				throw new Killed();
			}

		}));
		assertThat(contents(this.source)).containsOnlyKeys("a");
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(contents(this.target)).containsOnlyKeys("a", "b");
	}

	@Test
	void aJobThatRunsInTheTargetAfterAKilledMoveIsKeptThere() {
		submit("a", "payload", Duration.ZERO);
		killBeforeRemoval();
		ReservedJob job = this.target.reserve(request(ReserveMode.PULL, 0)).jobs().get(0);
		assertThat(move()).isEqualTo(new JobMove.Result(1, 1, 0));
		assertThat(this.target.settle(List.of(new Settlement.Ack(job.lease())))).containsExactly(SettleResult.DONE);
		assertThat(contents(this.target)).isEmpty();
	}

	// As documented: its id is unused again
	@Test
	void aJobThatWasDoneInTheTargetAfterAKilledMoveRunsAgain() {
		submit("a", "payload", Duration.ZERO);
		killBeforeRemoval();
		this.target.cancel(TOPIC, "a");
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(contents(this.target)).containsOnlyKeys("a");
	}

	private void killBeforeRemoval() {
		assertThatExceptionOfType(Killed.class).isThrownBy(() -> moveFrom(new Hooked(this.source) {

			@Override
			public Set<String> removeUnchanged(JobCopies jobs) {
				throw new Killed();
			}

		}));
	}

	// Applications that use the source meanwhile

	@Test
	void aJobThatIsSubmittedMeanwhileIsMovedToo() {
		submit("a", "payload", Duration.ZERO);
		assertThat(moveWhile(() -> submit("b", "payload", Duration.ZERO))).isEqualTo(new JobMove.Result(2, 0, 0));
		assertThat(contents(this.target)).containsOnlyKeys("a", "b");
	}

	@Test
	void aJobThatIsReplacedMeanwhileIsMovedAsItIsNow() {
		submit("a", "old", Duration.ZERO);
		assertThat(moveWhile(() -> this.source
			.submit(List.of(new NewJob(TOPIC, "a", DueTime.NOW, ConflictPolicy.REPLACE, record("new"))))))
			.isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(contents(this.target).get("a")).contains("new");
	}

	@Test
	void aJobThatBecomesReadyMeanwhileIsMovedAndNotCounted() {
		submit("a", "payload", Duration.ofSeconds(1));
		assertThat(moveWhile(() -> this.now = this.now.plusSeconds(1))).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(this.target.find(TOPIC, "a").orElseThrow().state()).isEqualTo(JobState.READY);
		assertThat(counts(this.target)).isEqualTo(JobCounts.NONE);
	}

	@Test
	void aJobThatIsCancelledMeanwhileIsNotInTheTarget() {
		submit("a", "payload", Duration.ZERO);
		submit("b", "payload", Duration.ZERO);
		assertThat(moveWhile(() -> this.source.cancel(TOPIC, "a"))).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(contents(this.target)).containsOnlyKeys("b");
	}

	@Test
	void aMoveFailsIfJobsChangeAllTheTime() {
		submit("a", "payload", Duration.ZERO);
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> moveFrom(new Hooked(this.source) {

			@Override
			public Set<String> removeUnchanged(JobCopies jobs) {
				return Set.of();
			}

		})).withMessageContainingAll("1 jobs of topic 'orders'", "the source");
	}

	@Test
	void onlyTheMoveCanUseATopicThatIsFenced() {
		submit("a", "payload", Duration.ZERO);
		List<String> steps = new ArrayList<>();
		MoveStore fenced = new MoveStore("the source", this.source, this.source, this.source, (topic) -> {
			steps.add("fence " + topic);
			return new TopicFence() {

				@Override
				public JobStoreInspector inspector() {
					return JobMoveTests.this.source;
				}

				@Override
				public void forEachPart(Consumer<MoveStore> move) {
					move.accept(store(JobMoveTests.this.source));
				}

				@Override
				public void close() {
					steps.add("open with " + contents(JobMoveTests.this.source).size() + " jobs");
				}

			};
		});
		assertThat(new JobMove(fenced, store(this.target), SHORT).run(List.of()))
			.isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(steps).containsExactly("fence orders", "open with 0 jobs");
	}

	@Test
	void anIdThatTheTargetHasWithOtherContentsIsKeptThere() {
		submit("a", "old", Duration.ZERO);
		this.target.submit(List.of(job(TOPIC, "a", "new", TTR)));
		assertThat(move()).isEqualTo(new JobMove.Result(1, 1, 0));
		assertThat(contents(this.target).get("a")).contains("DELAYED", "new");
	}

	// Pauses

	@Test
	void aPauseIsCopiedUnlessTheTopicExistsInTheTarget() {
		submit("a", "payload", Duration.ZERO);
		this.source.pause(TOPIC, new Operator("alice"));
		move();
		assertThat(this.target.status(TOPIC).pause()).isNotNull();
		assertThat(this.target.status(TOPIC).pause().by()).isEqualTo(new Operator("alice"));
		this.target.resume(TOPIC);
		submit("b", "payload", Duration.ZERO);
		move();
		assertThat(this.target.status(TOPIC).paused()).isFalse();
	}

	// Failures

	@Test
	void aJobThatCannotBeStoredIsNamed() {
		submit("a", "payload", Duration.ZERO);
		submit("b", "payload", Duration.ofMillis(1));
		this.now = this.now.plusMillis(1);
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> moveTo(new Hooked(this.target) {

			@Override
			public Set<String> insert(JobCopies jobs) {
				if (jobs.ids().contains("b")) {
					throw new DataIntegrityViolationException("too long");
				}
				return super.insert(jobs);
			}

		})).withMessageContainingAll("job 'b' of topic 'orders'", "the target", "too long");
		assertThat(contents(this.source)).containsOnlyKeys("b");
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
	}

	@Test
	void aStoreThatCannotBeReachedIsNamedWithTheTopic() {
		submit("a", "payload", Duration.ZERO);
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(() -> moveFrom(new Hooked(this.source) {

			@Override
			public Set<String> removeUnchanged(JobCopies jobs) {
				throw new DataAccessResourceFailureException("no route");
			}

		})).withMessageContainingAll("topic 'orders'", "from the source to the target", "no route");
		assertThat(move()).isEqualTo(new JobMove.Result(1, 1, 0));
	}

	// One instance at a time

	@Test
	void aMoveWaitsAndThenFailsWhileAnotherInstanceMovesJobs() {
		submit("a", "payload", Duration.ZERO);
		MoveLock lock = MoveLock.acquire(store(this.target), new MoveWait(SHORT));
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(this::move)
			.withMessageContainingAll("'lock'", "'delay.move'", "the target");
		assertThat(contents(this.source)).containsOnlyKeys("a");
		lock.close();
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
		assertThat(this.target.topics()).containsExactly(TOPIC);
	}

	@Test
	void theLockOfAnInstanceThatWasKilledExpires() {
		submit("a", "payload", Duration.ZERO);
		MoveLock.acquire(store(this.target), new MoveWait(SHORT));
		this.now = this.now.plusSeconds(30);
		assertThat(move()).isEqualTo(new JobMove.Result(1, 0, 0));
	}

	@Test
	void aLockThatCannotBeExtendedIsTriedAgainBeforeTheNextChange() {
		SettleResult[] answer = { SettleResult.UNREACHABLE };
		List<Touch> touches = new ArrayList<>();
		JobStore answering = new ForwardingJobStore(this.target) {

			@Override
			public List<SettleResult> touch(List<Touch> sent) {
				touches.addAll(sent);
				return List.of(answer[0]);
			}

		};
		long[] nanos = new long[1];
		MoveLock lock = MoveLock.acquire(new MoveStore("the target", answering, this.target, this.target),
				new MoveWait(SHORT), () -> nanos[0]);
		nanos[0] = Duration.ofSeconds(6).toNanos();
		lock.keep();
		lock.keep();
		assertThat(touches).hasSize(2);
		answer[0] = SettleResult.DONE;
		lock.keep();
		lock.keep();
		assertThat(touches).hasSize(3);
		answer[0] = SettleResult.UNREACHABLE;
		nanos[0] = Duration.ofSeconds(37).toNanos();
		assertThatExceptionOfType(JobMoveException.class).isThrownBy(lock::keep)
			.withMessageContaining("could not be extended");
	}

	@Test
	void theLockOfAMoveInTheOtherDirectionIsNotMoved() {
		MoveLock.acquire(store(this.source), new MoveWait(SHORT));
		assertThat(move()).isEqualTo(new JobMove.Result(0, 0, 0));
	}

	private JobMove.Result move() {
		return new JobMove(store(this.source), store(this.target), SHORT).run(List.of());
	}

	private JobMove.Result moveFrom(Hooked administrator) {
		return new JobMove(new MoveStore("the source", this.source, this.source, administrator), store(this.target),
				SHORT)
			.run(List.of());
	}

	// This happens once, between the two steps of the move of a job
	private JobMove.Result moveWhile(Runnable meanwhile) {
		return moveFrom(new Hooked(this.source) {

			private boolean done;

			@Override
			public Set<String> removeUnchanged(JobCopies jobs) {
				if (!this.done) {
					this.done = true;
					meanwhile.run();
				}
				return super.removeUnchanged(jobs);
			}

		});
	}

	private JobMove.Result moveTo(Hooked administrator) {
		return new JobMove(store(this.source), new MoveStore("the target", this.target, this.target, administrator),
				SHORT)
			.run(List.of());
	}

	private MoveStore store(MemoryJobStore store) {
		return new MoveStore((store == this.source) ? "the source" : "the target", store, store, store);
	}

	private void submit(String id, String payload, Duration delay) {
		this.source.submit(List.of(job(TOPIC, id, payload, delay)));
	}

	private static NewJob job(String topic, String id, String payload, Duration delay) {
		return new NewJob(topic, id, DueTime.after(delay), ConflictPolicy.KEEP, record(payload));
	}

	private static JobRecord record(String payload) {
		return JobRecord.of(payload.getBytes(StandardCharsets.UTF_8));
	}

	private ReservedJob reserve() {
		return reserve(ReserveMode.LISTEN, 0);
	}

	private ReservedJob reserve(ReserveMode mode, int failureAttempts) {
		return this.source.reserve(request(mode, failureAttempts)).jobs().get(0);
	}

	private static ReserveRequest request(ReserveMode mode, int failureAttempts) {
		return new ReserveRequest(TOPIC, TOKENS.next(), 1, new ReserveTerms(TTR, 5, failureAttempts), mode);
	}

	private void fail(ReservedJob job, String error, Duration delay) {
		this.source.settle(List
			.of(new Settlement.Fail(job.lease(), new FailureReason(error, "h", "at " + error, Duration.ZERO), delay)));
	}

	private void bury(ReservedJob job) {
		this.source
			.settle(List.of(new Settlement.Bury(job.lease(), new FailureReason("third", "h", "at third", null))));
	}

	private static JobCounts counts(MemoryJobStore store) {
		return store.throughput(TOPIC)
			.quarters()
			.stream()
			.map(TopicThroughput.Interval::counts)
			.reduce(JobCounts.NONE, JobCounts::plus);
	}

	// The jobs of the topic by id
	private static Map<String, String> contents(MemoryJobStore store) {
		return Stream.of(JobState.values())
			.flatMap((state) -> store.page(new JobPageRequest(TOPIC, state, null, 500)).jobs().stream())
			.map((job) -> store.find(TOPIC, job.id()))
			.flatMap(Optional::stream)
			.sorted(Comparator.comparing(StoredJob::id))
			.collect(Collectors.toMap(StoredJob::id, (job) -> job.state() + " " + job.time() + " " + job.dueTime() + " "
					+ job.failures() + " " + payload(job) + " " + job.record().headers() + job.record()));
	}

	private static String payload(StoredJob job) {
		return new String(job.record().payload(), StandardCharsets.UTF_8);
	}

	private static class Hooked extends DelegatingJobStoreAdministrator {

		Hooked(MemoryJobStore store) {
			super(store);
		}

	}

	private static final class Killed extends Error {

	}

}
