// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobRecord;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobCopies;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.history.RunPageRequest;
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;
import io.delay.test.store.JobSpec;
import io.delay.test.store.RecordedWakeUps;
import io.delay.test.store.StoreAudit;
import io.delay.test.store.StoreContract;
import io.delay.test.store.inspect.HistoryContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The two steps with which a job is moved to another store: it is inserted as it is, and
 * removed unless it has changed.
 *
 * @since 0.1.0
 */
public interface JobCopyContract extends StoreContract {

	// Insert

	@Test
	default void aDelayedJobIsCopiedUnchanged() {
		submit(JobSpec.job("a")
			.delay(MINUTE)
			.ttr(Duration.ofSeconds(7))
			.maxAttempts(9)
			.headers(Map.of("tenant", "acme & co"))
			.priority(JobPriority.HIGH)
			.payload(new byte[] { 0, '\n', 30, '\r', -1, -128, '\n', 0 }));
		assertSameAgain("a");
		advance(MINUTE.minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveOne().record().priority()).isEqualTo(JobPriority.HIGH);
	}

	@Test
	default void aReadyJobKeepsItsTime() {
		givenReady("a");
		advance(MINUTE);
		StoredJob before = assertSameAgain("a");
		advance(MINUTE);
		ReservedJob job = reserveOne();
		assertThat(job.dueTime()).isEqualTo(before.dueTime());
		assertThat(job.visibleSince()).isEqualTo(before.time());
		assertThat(job.terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aJobThatIsReleasedKeepsItsDueTime() {
		ReservedJob job = givenReserved("a");
		advance(MILLISECOND);
		release(job, MINUTE);
		assertSameAgain("a");
		advance(MINUTE);
		assertThat(reserveOne().dueTime()).isEqualTo(job.dueTime());
	}

	@Test
	default void aJobThatIsRetriedKeepsItsAttemptsAndFailures() {
		submit(JobSpec.job("a").priority(JobPriority.LOW));
		fail(reserveOne(), "first", "at a.B.c(D.java:1)\n\tat x", Duration.ofMillis(12));
		advance(MILLISECOND);
		fail(reserveOne(), "second\nline", null, null);
		assertSameAgain("a");
		advance(MINUTE);
		assertThat(reserveOne().terms().attempt()).isEqualTo(3);
	}

	@Test
	default void aFailedJobKeepsItsFailuresAndCanBeKicked() {
		submit(JobSpec.job("a").priority(JobPriority.HIGH).maxAttempts(4).delay(MILLISECOND));
		advance(MINUTE);
		for (String stackTrace : new String[] { "at first", "at second", "at second", null }) {
			fail(reserveOne(), "error", stackTrace, Duration.ofMillis(1));
			advance(MINUTE);
		}
		StoredJob before = assertSameAgain("a");
		assertThat(before.state()).isEqualTo(JobState.FAILED);
		assertThat(failures("a").recent()).hasSize(JobFailures.MAX_RECENT);
		assertThat(failures("a").attempts()).isEqualTo(4);
		kick("a", DueTime.NOW);
		ReservedJob job = reserveOne();
		assertThat(job.dueTime()).isEqualTo(before.dueTime());
		assertThat(job.terms().attempt()).isEqualTo(1);
		assertThat(job.record().priority()).isEqualTo(JobPriority.HIGH);
		bury(job);
		assertThat(failures("a").recent()).hasSize(JobFailures.MAX_RECENT)
			.extracting((failure) -> failure.reason().stackTrace())
			.containsExactly(null, null, "at second");
	}

	@Test
	default void kickedAndAdministrativelyBuriedJobsAreCopiedUnchanged() {
		givenFailedOnce("kicked");
		bury(reserveOne());
		kick("kicked", DueTime.after(MINUTE));
		givenReady("buried");
		advance(MILLISECOND);
		buryWaiting("buried");
		assertSameAgain("kicked");
		assertSameAgain("buried");
	}

	@Test
	default void aFailedJobWithoutAFailureIsStored() {
		StoredJob job = new StoredJob(TOPIC, "a", JobState.FAILED, now(), now().minus(MINUTE),
				new JobRecord(new byte[1], Map.of(), null, null, JobPriority.LOW), null);
		insert(job);
		assertThat(find("a").state()).isEqualTo(JobState.FAILED);
		assertThat(find("a").dueTime()).isEqualTo(now().minus(MINUTE));
		assertThat(find("a").failures()).isNull();
		kick("a", DueTime.NOW);
		assertThat(reserveOne().dueTime()).isEqualTo(now().minus(MINUTE));
	}

	@Test
	default void aJobWithoutADueTimeGetsItsTime() {
		StoredJob job = new StoredJob(TOPIC, "a", JobState.FAILED, now(), null, JobRecord.of(new byte[0]),
				new JobFailures(1, REASON, now()));
		insert(job);
		assertThat(find("a").dueTime()).isEqualTo(now());
	}

	@Test
	default void anExistingIdInAnyStateIsSkipped() {
		givenFailed("failed");
		ReservedJob reserved = givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
		for (String id : List.of("failed", "reserved", "ready", "delayed")) {
			String before = snapshot(id);
			StoredJob other = new StoredJob(TOPIC, id, JobState.READY, now().minus(MINUTE), now().minus(MINUTE),
					JobRecord.of(new byte[] { 1 }), null);
			assertThat(insert(other)).as(id).isEmpty();
			assertThat(snapshot(id)).isEqualTo(before);
		}
		assertThat(ack(reserved)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void theSecondInsertStoresNothing() {
		submitMany(3);
		List<StoredJob> jobs = IntStream.range(0, 3).mapToObj((number) -> find("job-%05d".formatted(number))).toList();
		removeUnchanged(jobs.get(0));
		removeUnchanged(jobs.get(2));
		assertThat(insert(jobs.toArray(StoredJob[]::new))).containsExactlyInAnyOrder("job-00000", "job-00002");
		assertThat(insert(jobs.toArray(StoredJob[]::new))).isEmpty();
		assertThat(count(JobState.READY)).isEqualTo(3);
	}

	@Test
	default void manyAndLargeJobsAreStoredAndRemovedInOneCall() {
		byte[] large = new byte[60_000];
		List<StoredJob> jobs = new ArrayList<>();
		for (int i = 0; i < 500; i++) {
			JobPriority priority = JobPriority.values()[i % 3];
			JobRecord record = new JobRecord((i % 50 == 0) ? large : new byte[10], Map.of(), null, null, priority);
			jobs.add(new StoredJob(TOPIC, "job-%05d".formatted(i), (i % 7 == 0) ? JobState.FAILED : JobState.READY,
					now().minusMillis(i), now().minusMillis(i), record,
					(i % 7 == 0) ? new JobFailures(2, REASON, now()) : null));
		}
		assertThat(insert(jobs.toArray(StoredJob[]::new))).hasSize(500);
		assertThat(count(JobState.READY)).isEqualTo(428);
		assertThat(count(JobState.FAILED)).isEqualTo(72);
		assertThat(StoreAudit.of(fixture().inspector(), TOPIC).findings()).isEmpty();
		StoredJob[] read = jobs.stream().map((job) -> find(job.id())).toArray(StoredJob[]::new);
		assertThat(removeUnchanged(read)).hasSize(500);
		assertThat(status().isUnused()).isTrue();
		assertThat(StoreAudit.of(fixture().inspector(), TOPIC).findings()).isEmpty();
	}

	@Test
	default void anInsertedTopicIsListed() {
		insert(new StoredJob(TOPIC, "a", JobState.READY, now(), now(), JobRecord.of(new byte[0]), null));
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
	}

	@Test
	default void anInsertWakesConsumersForItsEarliestJob() {
		try (RecordedWakeUps sleeper = RecordedWakeUps.of(fixture().store(), TOPIC)) {
			assertThat(reserve(10).jobs()).isEmpty();
			insert(new StoredJob(TOPIC, "a", JobState.DELAYED, now().plus(TTR), now().plus(TTR),
					JobRecord.of(new byte[0]), null),
					new StoredJob(TOPIC, "b", JobState.FAILED, now(), now(), JobRecord.of(new byte[0]),
							new JobFailures(1, REASON, now())));
			sleeper.assertWakeUp(TTR);
			insert(new StoredJob(TOPIC, "c", JobState.READY, now().minus(TTR), now(), JobRecord.of(new byte[0]), null));
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aPausedTopicStoresJobsAndDeliversNone() {
		pause();
		insert(new StoredJob(TOPIC, "a", JobState.READY, now(), now(), JobRecord.of(new byte[0]), null));
		assertThat(reserve(10).jobs()).isEmpty();
		administrator().resume(TOPIC);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	// Remove

	@Test
	default void jobsThatHaveNotChangedAreRemoved() {
		givenFailed("failed");
		givenReady("ready");
		givenDelayed("delayed");
		assertThat(removeUnchanged(find("failed"), find("ready"), find("delayed"))).containsExactlyInAnyOrder("failed",
				"ready", "delayed");
		assertThat(status().isUnused()).isTrue();
		assertThat(Stream.of("failed", "ready", "delayed").map(this::state)).allMatch((state) -> state.isEmpty());
	}

	@Test
	default void aJobThatHasChangedIsKept() {
		givenFailed("failed");
		StoredJob failed = find("failed");
		givenReady("ready");
		StoredJob ready = find("ready");
		givenDelayed("delayed");
		StoredJob delayed = find("delayed");
		givenDelayed("same");
		StoredJob same = find("same");
		kick("failed", DueTime.after(MINUTE));
		ReservedJob reserved = reserveOne();
		submit(JobSpec.job("delayed").delay(MINUTE).payload("other").onConflict(ConflictPolicy.REPLACE));
		assertThat(removeUnchanged(failed, ready, delayed, same)).containsExactly("same");
		assertThat(state("failed")).contains(JobState.DELAYED);
		assertThat(payload("delayed")).isEqualTo("other");
		assertThat(ack(reserved)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aDelayedJobThatHasBecomeReadyIsKept() {
		givenDelayed("a");
		StoredJob delayed = find("a");
		advance(MINUTE);
		assertThat(removeUnchanged(delayed)).isEmpty();
		assertThat(removeUnchanged(find("a"))).containsExactly("a");
	}

	@Test
	default void aMissingJobAndAJobWithoutVersionAreNotRemoved() {
		givenReady("a");
		StoredJob job = find("a");
		assertThat(removeUnchanged(
				new StoredJob(TOPIC, "a", job.state(), job.time(), job.dueTime(), job.record(), job.failures())))
			.isEmpty();
		assertThat(removeUnchanged(job)).containsExactly("a");
		assertThat(removeUnchanged(job)).isEmpty();
	}

	@Test
	default void aPageCanBeRemoved() {
		givenFailedOnce("a");
		StoredJob job = fixture().inspector().page(new JobPageRequest(TOPIC, JobState.READY, null, 10)).jobs().get(0);
		assertThat(removeUnchanged(job)).containsExactly("a");
	}

	// What is not counted

	@Test
	default void copiesAreNeitherCountedNorKeptAsRuns() {
		String topic = HistoryContract.KEPT;
		submit(JobSpec.job("a").topic(topic));
		StoredJob job = fixture().inspector().find(topic, "a").orElseThrow();
		JobCopies copies = new JobCopies(topic, List.of(job));
		assertThat(administrator().removeUnchanged(copies)).containsExactly("a");
		assertThat(administrator().insert(copies)).containsExactly("a");
		JobCounts total = fixture().inspector()
			.throughput(topic)
			.quarters()
			.stream()
			.map(TopicThroughput.Interval::counts)
			.reduce(JobCounts.NONE, JobCounts::plus);
		assertThat(total.submitted()).isEqualTo(1);
		assertThat(total.cancelled()).isZero();
		assertThat(total.done()).isZero();
		assertThat(fixture().inspector().runs(new RunPageRequest(topic, null, null, 10)).runs()).isEmpty();
	}

	// Arguments

	@Test
	default void aReservedJobAndAJobOfAnotherTopicAreRefused() {
		givenReserved("a");
		StoredJob reserved = find("a");
		assertThatIllegalArgumentException().isThrownBy(() -> insert(reserved)).withMessageContaining("'a'");
		StoredJob other = new StoredJob(OTHER_TOPIC, "b", JobState.READY, now(), now(), JobRecord.of(new byte[0]),
				null);
		assertThatIllegalArgumentException().isThrownBy(() -> insert(other))
			.withMessageContaining("'b'")
			.withMessageContaining(OTHER_TOPIC);
		assertThat(insert()).isEqualTo(Set.of());
		assertThat(removeUnchanged()).isEqualTo(Set.of());
	}

	private void fail(ReservedJob job, String error, @Nullable String stackTrace, @Nullable Duration runTime) {
		settle(new Settlement.Fail(job.lease(), new FailureReason(error, HOST, stackTrace, runTime), MILLISECOND));
		advance(MILLISECOND);
	}

	// Removes a job, inserts it again, and returns what it was
	private StoredJob assertSameAgain(String id) {
		StoredJob before = find(id);
		String snapshot = snapshot(id);
		assertThat(removeUnchanged(before)).containsExactly(id);
		assertThat(snapshot(id)).isEqualTo("gone");
		assertThat(insert(before)).containsExactly(id);
		assertThat(snapshot(id)).isEqualTo(snapshot);
		assertThat(find(id).dueTime()).isEqualTo(before.dueTime());
		assertThat(find(id).version()).isNotNull();
		assertThat(StoreAudit.of(fixture().inspector(), TOPIC).findings()).isEmpty();
		return before;
	}

	private Set<String> insert(StoredJob... jobs) {
		return administrator().insert(new JobCopies(TOPIC, List.of(jobs)));
	}

	private Set<String> removeUnchanged(StoredJob... jobs) {
		return administrator().removeUnchanged(new JobCopies(TOPIC, List.of(jobs)));
	}

}
