// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.job.SubmitTime;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.admin.FailedJob;
import io.delay.store.history.FinishedRun;
import io.delay.store.history.HistoryLimits;
import io.delay.store.history.HistorySettings;
import io.delay.store.history.RunOutcome;
import io.delay.store.history.RunPage;
import io.delay.store.history.RunPageRequest;
import io.delay.store.history.RunPosition;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreAudit;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * History: finished runs of jobs that are done or were cancelled.
 *
 * @since 0.1.0
 */
public interface HistoryContract extends StoreContract {

	/**
	 * A topic that keeps runs without payloads.
	 */
	String KEPT = "kept";

	/**
	 * A topic that keeps runs with payloads.
	 */
	String WITH_PAYLOADS = "kept-with-payloads";

	/**
	 * A topic that keeps about 12 runs, of which each partition keeps its share.
	 */
	String TWELVE = "kept-twelve";

	/**
	 * A topic that keeps runs for an hour.
	 */
	String FOR_AN_HOUR = "kept-for-an-hour";

	/**
	 * The settings of the store under test.
	 */
	HistorySettings SETTINGS = new HistorySettings(HistoryLimits.NONE,
			Map.of(KEPT, new HistoryLimits(10_000, null, false), WITH_PAYLOADS, new HistoryLimits(10_000, null, true),
					TWELVE, new HistoryLimits(12, null, false), FOR_AN_HOUR,
					new HistoryLimits(null, Duration.ofHours(1), null)));

	@Test
	default void aRunOfAnAcknowledgedJobIsKept() {
		submit(JobSpec.job("a").topic(KEPT).delay(MINUTE));
		Instant submitted = now();
		advance(MINUTE.plusSeconds(5));
		ReservedJob job = reserveOf(KEPT);
		advance(Duration.ofSeconds(2));
		assertThat(settle(new Settlement.Ack(job.lease(), Duration.ofMillis(1500)))).isEqualTo(SettleResult.DONE);
		FinishedRun run = onlyRun(KEPT);
		assertThat(run.topic()).isEqualTo(KEPT);
		assertThat(run.id()).isEqualTo("a");
		assertThat(run.outcome()).isEqualTo(RunOutcome.DONE);
		assertThat(run.attempts()).isEqualTo(1);
		assertThat(run.host()).isEqualTo(HOST);
		assertThat(run.record()).isNull();
		assertThat(run.times().due()).isEqualTo(submitted.plus(MINUTE));
		assertThat(run.times().submitted()).isEqualTo(submitted);
		assertThat(run.times().started()).isEqualTo(now().minusMillis(1500));
		assertThat(run.times().finished()).isEqualTo(now());
		assertThat(fixture().inspector().find(KEPT, "a")).isEmpty();
	}

	@Test
	default void aRunWithoutReportedStartBeginsWithItsReserve() {
		ReservedJob job = givenReservedOf(KEPT, "a");
		Instant reserved = now();
		advance(Duration.ofSeconds(3));
		ack(job);
		assertThat(onlyRun(KEPT).times().started()).isEqualTo(reserved);
	}

	@Test
	default void aRunDoesNotStartAfterItsEnd() {
		ReservedJob job = givenReservedOf(KEPT, "a");
		touch(job, Duration.ofHours(1));
		ack(job);
		assertThat(onlyRun(KEPT).times().started()).isEqualTo(now());
	}

	@Test
	default void aRunCountsTheAttempts() {
		ReservedJob job = givenReservedOf(KEPT, "a");
		fail(job, Duration.ZERO);
		ack(reserveOf(KEPT));
		assertThat(onlyRun(KEPT).attempts()).isEqualTo(2);
	}

	@Test
	default void aTopicWithoutHistoryKeepsNoRuns() {
		ack(givenReserved("a"));
		submit("b");
		fixture().store().cancel(TOPIC, "b");
		assertThat(runs(TOPIC)).isEmpty();
		assertThat(runsOf(TOPIC, "a")).isEmpty();
	}

	@Test
	default void aLostLeaseKeepsNoRun() {
		ReservedJob job = givenReservedOf(KEPT, "a");
		release(job, Duration.ZERO);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(resubmit(job, "next", MINUTE)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(runs(KEPT)).isEmpty();
	}

	@Test
	default void aRunOfAResubmittedJobIsKept() {
		ReservedJob job = givenReservedOf(KEPT, "a");
		advance(Duration.ofSeconds(1));
		assertThat(resubmit(job, "next", MINUTE)).isEqualTo(SettleResult.DONE);
		Instant submittedAgain = now();
		FinishedRun run = onlyRun(KEPT);
		assertThat(run.outcome()).isEqualTo(RunOutcome.DONE);
		assertThat(run.times().submitted()).isEqualTo(now().minusSeconds(1));
		advance(MINUTE);
		ack(reserveOf(KEPT));
		assertThat(runsOf(KEPT, "a")).hasSize(2)
			.first()
			.satisfies((second) -> assertThat(second.times().submitted()).isEqualTo(submittedAgain));
	}

	@Test
	default void aRunShowsThatItsFailureHandlerEndedIt() {
		submit(JobSpec.job("a").topic(KEPT));
		ReserveTerms terms = new ReserveTerms(TTR, 1, 3);
		ReserveRequest request = new ReserveRequest(KEPT, TOKENS.next(), 10, terms);
		fail(reserveOne(request), Duration.ZERO);
		ack(reserveOne(new ReserveRequest(KEPT, TOKENS.next(), 10, terms)));
		FinishedRun run = onlyRun(KEPT);
		assertThat(run.outcome()).isEqualTo(RunOutcome.FAILURE_HANDLED);
		assertThat(run.attempts()).isEqualTo(1);
	}

	@Test
	default void aRunOfACancelledJobIsKept() {
		submit(JobSpec.job("a").topic(KEPT).delay(MINUTE));
		Instant submitted = now();
		advance(Duration.ofSeconds(1));
		assertThat(fixture().store().cancel(KEPT, "a")).contains(JobState.DELAYED);
		FinishedRun run = onlyRun(KEPT);
		assertThat(run.outcome()).isEqualTo(RunOutcome.CANCELLED);
		assertThat(run.attempts()).isZero();
		assertThat(run.host()).isNull();
		assertThat(run.times().due()).isEqualTo(submitted.plus(MINUTE));
		assertThat(run.times().submitted()).isEqualTo(submitted);
		assertThat(run.times().started()).isNull();
		assertThat(run.times().finished()).isEqualTo(now());
	}

	@Test
	default void aRunOfAnExpiredJobIsKept() {
		submit(JobSpec.job("a").topic(KEPT).delay(MINUTE));
		Instant submitted = now();
		advance(MINUTE);
		fail(reserveOf(KEPT), Duration.ZERO);
		assertThat(settle(new Settlement.Expire(reserveOf(KEPT).lease()))).isEqualTo(SettleResult.DONE);
		FinishedRun run = onlyRun(KEPT);
		assertThat(run.outcome()).isEqualTo(RunOutcome.EXPIRED);
		assertThat(run.attempts()).isEqualTo(1);
		assertThat(run.host()).isNull();
		assertThat(run.times().due()).isEqualTo(submitted.plus(MINUTE));
		assertThat(run.times().submitted()).isEqualTo(submitted);
		assertThat(run.times().started()).isNull();
		assertThat(run.times().finished()).isEqualTo(now());
	}

	@Test
	default void runsOfManyExpiredJobsAreKept() {
		byte[] large = new byte[64 * 1024];
		List<Settlement> expired = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			submit(JobSpec.job("job-" + i).topic(WITH_PAYLOADS).payload(large));
			expired.add(new Settlement.Expire(reserveOf(WITH_PAYLOADS).lease()));
		}
		assertThat(fixture().store().settle(expired)).hasSize(12).containsOnly(SettleResult.DONE);
		assertThat(runs(WITH_PAYLOADS)).hasSize(12)
			.allSatisfy((run) -> assertThat(run.outcome()).isEqualTo(RunOutcome.EXPIRED))
			.allSatisfy((run) -> assertThat(Objects.requireNonNull(run.record()).payload()).hasSize(large.length));
	}

	@Test
	default void aCancelledJobHasItsAttemptsInEveryState() {
		givenReservedOf(KEPT, "reserved");
		cancel("reserved");
		fail(givenReservedOf(KEPT, "failed-once"), MINUTE);
		cancel("failed-once");
		bury(givenReservedOf(KEPT, "failed"));
		cancel("failed");
		Instant due = now();
		assertThat(runs(KEPT)).extracting(FinishedRun::id)
			.containsExactlyInAnyOrder("reserved", "failed-once", "failed");
		assertThat(runs(KEPT)).allSatisfy((run) -> {
			assertThat(run.attempts()).as(run.id()).isEqualTo(1);
			assertThat(run.times().due()).as(run.id()).isEqualTo(due);
		});
	}

	@Test
	default void runsOfManyCancelledJobsAreKept() {
		byte[] large = new byte[64 * 1024];
		List<String> ids = IntStream.range(0, 12).mapToObj((number) -> "job-" + number).toList();
		ids.forEach((id) -> submit(JobSpec.job(id).topic(WITH_PAYLOADS).payload(large)));
		assertThat(administrator().cancel(WITH_PAYLOADS, ids)).hasSize(12).containsOnly(Optional.of(JobState.READY));
		assertThat(runs(WITH_PAYLOADS)).hasSize(12)
			.allSatisfy((run) -> assertThat(run.record()).isNotNull())
			.extracting(FinishedRun::id)
			.containsExactlyInAnyOrderElementsOf(ids);
	}

	@Test
	default void runsOfManyCancelledFailedJobsAreKept() {
		byte[] large = new byte[64 * 1024];
		List<String> ids = IntStream.range(0, 12).mapToObj((number) -> "job-" + number).toList();
		ids.forEach((id) -> submit(JobSpec.job(id).topic(WITH_PAYLOADS).payload(large)));
		administrator().bury(WITH_PAYLOADS, ids, REASON);
		List<FailedJob> failed = fixture().inspector().failures(WITH_PAYLOADS, null, 100).jobs();
		assertThat(administrator().cancelUnchanged(WITH_PAYLOADS, failed)).isEqualTo(12);
		assertThat(runs(WITH_PAYLOADS)).hasSize(12)
			.allSatisfy((run) -> assertThat(run.outcome()).isEqualTo(RunOutcome.CANCELLED))
			.allSatisfy((run) -> assertThat(run.record()).isNotNull())
			.extracting(FinishedRun::id)
			.containsExactlyInAnyOrderElementsOf(ids);
	}

	@Test
	default void missingReplacedAndPurgedJobsKeepNoRun() {
		cancel("unknown");
		submit(JobSpec.job("a").topic(KEPT));
		submit(JobSpec.job("a").topic(KEPT).onConflict(ConflictPolicy.REPLACE));
		administrator().purge(KEPT, JobState.READY, 10);
		assertThat(runs(KEPT)).isEmpty();
	}

	@Test
	default void aRunCanKeepItsPayloadAndHeaders() {
		submit(JobSpec.job("a").topic(WITH_PAYLOADS).payload("this").headers(Map.of("trace", "1")));
		ack(reserveOf(WITH_PAYLOADS));
		submit(JobSpec.job("b").topic(WITH_PAYLOADS).payload("that"));
		fixture().store().cancel(WITH_PAYLOADS, "b");
		assertThat(runsOf(WITH_PAYLOADS, "a")).singleElement().satisfies((run) -> {
			assertThat(Objects.requireNonNull(run.record()).payload()).asString(StandardCharsets.UTF_8)
				.isEqualTo("this");
			assertThat(run.record().headers()).containsEntry("trace", "1").containsKey(SubmitTime.HEADER);
		});
		assertThat(runsOf(WITH_PAYLOADS, "b")).singleElement()
			.satisfies(
					(run) -> assertThat(Objects.requireNonNull(run.record()).payload()).asString(StandardCharsets.UTF_8)
						.isEqualTo("that"));
	}

	@Test
	default void largePayloadsAreKeptWithTheAcksOfOneCall() {
		byte[] large = new byte[64 * 1024];
		List<Settlement> acks = new ArrayList<>();
		for (int i = 0; i < 12; i++) {
			submit(JobSpec.job("job-" + i).topic(WITH_PAYLOADS).payload(large));
			acks.add(new Settlement.Ack(reserveOf(WITH_PAYLOADS).lease()));
		}
		assertThat(fixture().store().settle(acks)).hasSize(12).containsOnly(SettleResult.DONE);
		assertThat(page(WITH_PAYLOADS, null, null, 100).runs()).hasSizeBetween(1, 4);
		assertThat(runs(WITH_PAYLOADS)).hasSize(12)
			.allSatisfy((run) -> assertThat(Objects.requireNonNull(run.record()).payload()).hasSize(large.length));
	}

	@Test
	default void runsAreListedInPagesFromTheNewest() {
		List<String> ids = IntStream.range(0, 25).mapToObj((number) -> "job-" + number).toList();
		ids.forEach((id) -> {
			finish(KEPT, id);
			advance(MILLISECOND);
		});
		List<String> listed = new ArrayList<>();
		RunPosition next = null;
		int pages = 0;
		do {
			RunPage page = page(KEPT, null, next, 4);
			page.runs().forEach((run) -> listed.add(run.id()));
			next = page.next();
			pages++;
		}
		while (next != null);
		assertThat(listed).containsExactlyElementsOf(IntStream.range(0, 25).mapToObj((i) -> ids.get(24 - i)).toList());
		assertThat(pages).isEqualTo(7);
	}

	@Test
	default void runsOfOneMillisecondAreListedOnce() {
		List<String> ids = IntStream.range(0, 25).mapToObj((number) -> "job-" + number).toList();
		ids.forEach((id) -> finish(KEPT, id));
		for (int limit : new int[] { 1, 3, 24, 25, 26 }) {
			assertThat(runs(KEPT, null, limit)).extracting(FinishedRun::id).containsExactlyInAnyOrderElementsOf(ids);
		}
	}

	@Test
	default void runsThatFinishMeanwhileAreNotOnLaterPages() {
		finishOneByOne(KEPT, "a", "b", "c", "d");
		RunPosition after = page(KEPT, null, null, 2).next();
		finishOneByOne(KEPT, "e", "f");
		assertThat(page(KEPT, null, after, 10).runs()).extracting(FinishedRun::id).containsExactly("b", "a");
	}

	@Test
	default void runsAreListedOnceIfTheClockWentBack() {
		List<String> ids = new ArrayList<>();
		for (Duration step : List.of(Duration.ofSeconds(-30), Duration.ofHours(-1), Duration.ofHours(2))) {
			IntStream.range(0, 8).forEach((number) -> {
				ids.add("job-" + ids.size());
				finishOneByOne(KEPT, ids.get(ids.size() - 1));
			});
			advance(step);
		}
		for (int limit : new int[] { 1, 3, 7, 24, 100 }) {
			assertThat(runs(KEPT, null, limit)).as("in pages of " + limit)
				.extracting(FinishedRun::id)
				.containsExactlyInAnyOrderElementsOf(ids);
		}
	}

	@Test
	default void severalRunsOfOneIdAreKept() {
		for (int i = 0; i < 7; i++) {
			finishOneByOne(KEPT, "other-" + i, "a");
		}
		List<FinishedRun> all = runsOf(KEPT, "a");
		assertThat(all).hasSize(7).extracting(FinishedRun::id).containsOnly("a");
		assertThat(all).extracting((run) -> run.times().finished())
			.isSortedAccordingTo((one, other) -> other.compareTo(one));
		for (int limit = 1; limit <= 8; limit++) {
			assertThat(runs(KEPT, "a", limit)).as("in pages of " + limit).isEqualTo(all);
		}
		assertThat(page(KEPT, "a", null, 7).next()).isNull();
		assertThat(runsOf(KEPT, "unknown")).isEmpty();
	}

	@Test
	default void aboutTheMaximumNumberOfRunsIsKept() {
		finishMany(TWELVE, 0, 1000);
		finishOneByOne(TWELVE, "last");
		fixture().removeOldRuns();
		List<String> kept = runs(TWELVE).stream().map(FinishedRun::id).toList();
		assertThat(kept).hasSizeBetween(12 / fixture().partitions(), 12 + 200 * fixture().partitions())
			.contains("last");
		for (String id : List.of("last", "job-1", "job-500", "job-999")) {
			assertThat(runsOf(TWELVE, id)).hasSize(kept.contains(id) ? 1 : 0);
		}
	}

	@Test
	default void oldRunsAreRemovedWhenOthersFinish() {
		finishMany(FOR_AN_HOUR, 0, 1000);
		advance(Duration.ofHours(1));
		fixture().removeOldRuns();
		assertThat(runs(FOR_AN_HOUR)).hasSize(1000);
		advance(MILLISECOND);
		finishMany(FOR_AN_HOUR, 1000, 50);
		fixture().removeOldRuns();
		assertThat(runs(FOR_AN_HOUR)).hasSizeBetween(50, 50 + 200 * fixture().partitions())
			.extracting(FinishedRun::id)
			.contains("job-1000", "job-1049")
			.doesNotContain("job-0");
		assertThat(runsOf(FOR_AN_HOUR, "job-0")).isEmpty();
	}

	@Test
	default void aForgottenTopicHasNoRuns() {
		finishOneByOne(WITH_PAYLOADS, "a");
		assertThat(administrator().forget(WITH_PAYLOADS).forgotten()).isTrue();
		assertThat(runs(WITH_PAYLOADS)).isEmpty();
		finishOneByOne(WITH_PAYLOADS, "a");
		assertThat(runsOf(WITH_PAYLOADS, "a")).hasSize(1);
	}

	@Test
	default void anUnknownTopicHasNoRuns() {
		assertThat(page("unknown", null, null, 10)).isEqualTo(new RunPage(List.of(), null));
		assertThat(page("unknown", "a", null, 10)).isEqualTo(new RunPage(List.of(), null));
	}

	private void cancel(String id) {
		fixture().store().cancel(KEPT, id);
	}

	private void finishOneByOne(String topic, String... ids) {
		for (String id : ids) {
			advance(MILLISECOND);
			finish(topic, id);
		}
	}

	private void finishMany(String topic, int first, int number) {
		for (int finished = 0; finished < number;) {
			if (finished % 100 == 0) {
				fixture().store()
					.submit(IntStream.range(first + finished, first + Math.min(number, finished + 100))
						.mapToObj((i) -> JobSpec.job("job-" + i).topic(topic).toNewJob())
						.toList());
			}
			List<Settlement> acks = fixture().store()
				.reserve(new ReserveRequest(topic, TOKENS.next(), 100, new ReserveTerms(TTR, MAX_ATTEMPTS)))
				.jobs()
				.stream()
				.<Settlement>map((job) -> new Settlement.Ack(job.lease()))
				.toList();
			assertThat(fixture().store().settle(acks)).containsOnly(SettleResult.DONE);
			finished += acks.size();
		}
	}

	private void finish(String topic, String id) {
		ack(givenReservedOf(topic, id));
	}

	private ReservedJob givenReservedOf(String topic, String id) {
		submit(JobSpec.job(id).topic(topic));
		return reserveOf(topic);
	}

	private ReservedJob reserveOf(String topic) {
		return reserveOne(new ReserveRequest(topic, TOKENS.next(), 1, new ReserveTerms(TTR, MAX_ATTEMPTS)));
	}

	private RunPage page(String topic, @Nullable String id, @Nullable RunPosition after, int limit) {
		return fixture().inspector().runs(new RunPageRequest(topic, id, after, limit));
	}

	private FinishedRun onlyRun(String topic) {
		List<FinishedRun> runs = runs(topic);
		assertThat(runs).hasSize(1);
		assertThat(runsOf(topic, runs.get(0).id())).isEqualTo(runs);
		assertAudited(topic);
		return runs.get(0);
	}

	private List<FinishedRun> runs(String topic) {
		return runs(topic, null, 100);
	}

	private List<FinishedRun> runsOf(String topic, String id) {
		return runs(topic, id, 100);
	}

	private List<FinishedRun> runs(String topic, @Nullable String id, int limit) {
		List<FinishedRun> runs = new ArrayList<>();
		RunPosition next = null;
		do {
			RunPage page = page(topic, id, next, limit);
			runs.addAll(page.runs());
			next = page.next();
		}
		while (next != null);
		return runs;
	}

	private void assertAudited(String topic) {
		assertThat(StoreAudit.of(fixture().inspector(), topic).findings()).isEmpty();
	}

}
