// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.job.SubmitResult;
import io.delay.job.SubmitStatus;
import io.delay.store.NewJob;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Submit: the due time and the content of a new job, and ids that exist already.
 *
 * @since 0.1.0
 */
public interface SubmitContract extends StoreContract {

	// A new job and its due time

	@Test
	default void aNewJobIsCreatedAndDueOnceItsDelayHasPassed() {
		assertThat(submit("a", MINUTE))
			.isEqualTo(new SubmitResult("a", SubmitStatus.CREATED, now().plus(MINUTE), null));
	}

	@Test
	default void aJobWithoutDelayIsDueNow() {
		assertThat(submit("a")).isEqualTo(new SubmitResult("a", SubmitStatus.CREATED, now(), null));
	}

	@Test
	default void aJobWithoutDelayIsReady() {
		submit("a");
		assertThat(state("a")).contains(JobState.READY);
	}

	@Test
	default void aJobWithADelayIsDelayed() {
		submit("a", MILLISECOND);
		assertThat(state("a")).contains(JobState.DELAYED);
	}

	@Test
	default void aJobIsDelayedUntilTheMillisecondBeforeItsDueTime() {
		submit("a", MINUTE);
		advance(MINUTE.minus(Duration.ofNanos(1000)));
		assertThat(state("a")).contains(JobState.DELAYED);
	}

	@Test
	default void aJobIsReadyAtItsDueTime() {
		submit("a", MINUTE);
		advance(MINUTE);
		assertThat(state("a")).contains(JobState.READY);
	}

	@Test
	default void aJobIsDueAtTheInstantThatWasGiven() {
		Instant dueTime = now().plus(Duration.ofDays(400)).plusMillis(7);
		assertThat(submit(JobSpec.job("a").at(dueTime)).dueTime()).isEqualTo(dueTime);
	}

	@Test
	default void theLatestPossibleDueTimeIsKept() {
		Instant dueTime = Instant.parse("9999-12-31T23:59:59.999Z");
		submit(JobSpec.job("a").at(dueTime));
		assertThat(find("a").time()).isEqualTo(dueTime);
	}

	@Test
	default void anInstantInThePastCountsAsNow() {
		assertThat(submit(JobSpec.job("a").at(now().minus(MINUTE))).dueTime()).isEqualTo(now());
	}

	@Test
	default void theEarliestPossibleInstantCountsAsNow() {
		assertThat(submit(JobSpec.job("a").at(Instant.MIN)).dueTime()).isEqualTo(now());
	}

	@Test
	default void anInstantInThePastCountsAsTheCurrentMillisecond() {
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		submit(JobSpec.job("a").at(begun.minus(MINUTE)));
		assertThat(find("a").time()).isEqualTo(begun);
	}

	@Test
	default void noDelayCountsAsTheCurrentMillisecond() {
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		submit("a");
		assertThat(find("a").time()).isEqualTo(begun);
	}

	@Test
	default void theFractionOfAMillisecondInADelayIsRoundedUp() {
		assertThat(submit("a", Duration.ofNanos(1_000_001)).dueTime()).isEqualTo(now().plusMillis(2));
	}

	@Test
	default void theShortestDelayIsAMillisecond() {
		assertThat(submit("a", Duration.ofNanos(1)).dueTime()).isEqualTo(now().plusMillis(1));
	}

	@Test
	default void theFractionOfAMillisecondInAnInstantIsRoundedUp() {
		Instant dueTime = now().plus(MINUTE);
		assertThat(submit(JobSpec.job("a").at(dueTime.plusNanos(1))).dueTime()).isEqualTo(dueTime.plusMillis(1));
	}

	@Test
	default void aDelayIsCountedFromTheNextWholeMillisecond() {
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		assertThat(submit("a", Duration.ofMillis(5)).dueTime()).isEqualTo(begun.plusMillis(6));
	}

	// The content of a job

	@Test
	default void aPayloadOfAllBytesIsKept() {
		byte[] payload = new byte[1024];
		IntStream.range(0, payload.length).forEach((index) -> payload[index] = (byte) index);
		submit(JobSpec.job("a").payload(payload));
		assertThat(record("a").payload()).isEqualTo(payload);
	}

	@Test
	default void anEmptyPayloadIsKept() {
		submit(JobSpec.job("a").payload(""));
		assertThat(record("a").payload()).isEmpty();
	}

	@Test
	default void aPayloadThatStartsLikeARecordIsKept() {
		submit(JobSpec.job("a").payload("1|t=5\n\nh=x&y=z\n\n"));
		assertThat(payload("a")).isEqualTo("1|t=5\n\nh=x&y=z\n\n");
	}

	@Test
	default void headersOfAnyCharactersAreKept() {
		Map<String, String> headers = Map.of("größe", "naïve 日本 😀", "line", "one\r\ntwo\n\nthree\u0000", "a=b&c%d",
				"e=f&g%3Dh+i|;:,\"'\\", "empty", "", " spaces ", "  ");
		submit(JobSpec.job("a").headers(headers));
		assertThat(record("a").headers()).isEqualTo(headers);
	}

	@Test
	default void headersOfTheLargestSizeAreKept() {
		Map<String, String> headers = Map.of("name", "é".repeat(8188));
		submit(JobSpec.job("a").headers(headers));
		assertThat(record("a").headers()).isEqualTo(headers);
	}

	@Test
	default void theJobsOwnTtrAndMaxAttemptsAreKept() {
		submit(JobSpec.job("a").ttr(Duration.ofDays(100)).maxAttempts(99_999));
		assertThat(record("a").ttr()).isEqualTo(Duration.ofDays(100));
		assertThat(record("a").maxAttempts()).isEqualTo(99_999);
	}

	@Test
	default void aJobThatSetsNoTtrAndMaxAttemptsHasNone() {
		submit("a");
		assertThat(record("a").ttr()).isNull();
		assertThat(record("a").maxAttempts()).isNull();
	}

	@Test
	default void theTtrAloneIsKept() {
		submit(JobSpec.job("a").ttr(MINUTE));
		assertThat(record("a").ttr()).isEqualTo(MINUTE);
		assertThat(record("a").maxAttempts()).isNull();
	}

	@Test
	default void theMaxAttemptsAloneAreKept() {
		submit(JobSpec.job("a").maxAttempts(7));
		assertThat(record("a").ttr()).isNull();
		assertThat(record("a").maxAttempts()).isEqualTo(7);
	}

	@Test
	default void theFractionOfAMillisecondInATtrIsRoundedUp() {
		submit(JobSpec.job("a").ttr(Duration.ofNanos(1_500_000)));
		assertThat(record("a").ttr()).isEqualTo(Duration.ofMillis(2));
	}

	@Test
	default void idsOfTheLargestSizeAreReturned() {
		String ascii = "x".repeat(200);
		String wide = "é".repeat(100);
		submitAll(JobSpec.job(ascii), JobSpec.job(wide));
		assertHandedOver(reserveIds(10), ascii, wide);
	}

	@Test
	default void idsOfUnusualCharactersAreDistinct() {
		List<String> ids = List.of("*", "a*", "a{b}", "a}b{", "a:b", "%s", "a=b&c", "\"'\\", "0", "00", "-1", "1e3",
				"é", "e\u0301", "日本", "😀");
		submitAll(ids.stream().map(JobSpec::job).toArray(JobSpec[]::new));
		assertThat(reserveIds(100)).containsExactlyInAnyOrderElementsOf(ids);
	}

	// An id that exists already: KEEP

	@Test
	default void keepReturnsTheExistingDelayedJob() {
		givenDelayed("a");
		Instant dueTime = now().plus(MINUTE);
		advance(Duration.ofSeconds(1));
		assertThat(submit("a", TTR)).isEqualTo(new SubmitResult("a", SubmitStatus.EXISTING, dueTime, JobState.DELAYED));
	}

	@Test
	default void keepReturnsTheExistingReadyJob() {
		givenReady("a");
		Instant dueTime = now();
		advance(Duration.ofSeconds(1));
		assertThat(submit("a", MINUTE))
			.isEqualTo(new SubmitResult("a", SubmitStatus.EXISTING, dueTime, JobState.READY));
	}

	@Test
	default void keepReturnsTheExistingReservedJobAndItsDeadline() {
		givenReserved("a");
		Instant deadline = now().plus(TTR);
		advance(Duration.ofSeconds(1));
		assertThat(submit("a", MINUTE))
			.isEqualTo(new SubmitResult("a", SubmitStatus.EXISTING, deadline, JobState.RESERVED));
	}

	@Test
	default void keepReturnsTheExistingFailedJobAndTheTimeOfItsBurial() {
		givenFailed("a");
		Instant burial = now();
		advance(Duration.ofSeconds(1));
		assertThat(submit("a", MINUTE))
			.isEqualTo(new SubmitResult("a", SubmitStatus.EXISTING, burial, JobState.FAILED));
	}

	@Test
	default void keepReturnsReservedForAnExpiredLease() {
		givenRunOut("a");
		assertThat(submit("a")).isEqualTo(new SubmitResult("a", SubmitStatus.EXISTING, now(), JobState.RESERVED));
	}

	@Test
	default void keepDoesNotChangeADelayedJob() {
		givenDelayed("a");
		assertUntouchedBy(ConflictPolicy.KEEP);
	}

	@Test
	default void keepDoesNotChangeAReadyJob() {
		givenReady("a");
		assertUntouchedBy(ConflictPolicy.KEEP);
	}

	@Test
	default void keepDoesNotChangeAReservedJobAndItsLease() {
		ReservedJob job = givenReserved("a");
		assertUntouchedBy(ConflictPolicy.KEEP);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void keepDoesNotChangeAFailedJob() {
		givenFailed("a");
		assertUntouchedBy(ConflictPolicy.KEEP);
	}

	// An id that exists already: REJECT

	@Test
	default void rejectReturnsTheExistingDelayedJob() {
		givenDelayed("a");
		assertThat(submit(JobSpec.job("a").onConflict(ConflictPolicy.REJECT)))
			.isEqualTo(new SubmitResult("a", SubmitStatus.EXISTING, now().plus(MINUTE), JobState.DELAYED));
	}

	@Test
	default void rejectDoesNotChangeADelayedJob() {
		givenDelayed("a");
		assertUntouchedBy(ConflictPolicy.REJECT);
	}

	@Test
	default void rejectDoesNotChangeAReadyJob() {
		givenReady("a");
		assertUntouchedBy(ConflictPolicy.REJECT);
	}

	@Test
	default void rejectDoesNotChangeAReservedJobAndItsLease() {
		ReservedJob job = givenReserved("a");
		assertUntouchedBy(ConflictPolicy.REJECT);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void rejectDoesNotChangeAFailedJob() {
		givenFailed("a");
		assertUntouchedBy(ConflictPolicy.REJECT);
	}

	@Test
	default void rejectStoresAJobWhoseIdIsFree() {
		assertThat(submit(JobSpec.job("a").onConflict(ConflictPolicy.REJECT)).status()).isEqualTo(SubmitStatus.CREATED);
	}

	// An id that exists already: REPLACE

	@Test
	default void replaceStoresAJobWhoseIdIsFree() {
		assertThat(submit(replacement())).isEqualTo(new SubmitResult("a", SubmitStatus.CREATED, now().plus(TTR), null));
	}

	@Test
	default void replaceReplacesADelayedJob() {
		givenDelayed("a");
		assertThat(submit(replacement())).isEqualTo(replaced(JobState.DELAYED));
		assertIsTheReplacement();
	}

	@Test
	default void replaceReplacesAReadyJob() {
		givenReady("a");
		assertThat(submit(replacement())).isEqualTo(replaced(JobState.READY));
		assertIsTheReplacement();
	}

	@Test
	default void replaceReplacesAReservedJob() {
		givenReserved("a");
		assertThat(submit(replacement())).isEqualTo(replaced(JobState.RESERVED));
		assertIsTheReplacement();
	}

	@Test
	default void replaceReplacesAJobWithAnExpiredLease() {
		givenRunOut("a");
		assertThat(submit(replacement())).isEqualTo(replaced(JobState.RESERVED));
		assertIsTheReplacement();
	}

	@Test
	default void replaceReplacesAFailedJob() {
		givenFailed("a");
		assertThat(submit(replacement())).isEqualTo(replaced(JobState.FAILED));
		assertIsTheReplacement();
	}

	@Test
	default void replaceLeavesOnlyTheReplacement() {
		givenReserved("a");
		submit(replacement());
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("a");
		assertThat(fixture().inspector().status(TOPIC).counts().values()).containsExactlyInAnyOrder(0L, 0L, 1L, 0L);
	}

	@Test
	default void replaceMakesTheLeaseVoid() {
		ReservedJob job = givenReserved("a");
		submit(replacement());
		String before = snapshot("a");
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(snapshot("a")).isEqualTo(before);
	}

	@Test
	default void replaceStartsTheAttemptsAgain() {
		givenFailedOnce("a");
		submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void replaceForgetsTheOldTtrAndMaxAttempts() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(1));
		submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
		assertThat(record("a").ttr()).isNull();
		assertThat(record("a").maxAttempts()).isNull();
	}

	@Test
	default void aHeartbeatPostponesItsJobAgainAndAgain() {
		for (int beat = 0; beat < 3; beat++) {
			submit(JobSpec.job("a").delay(MINUTE).onConflict(ConflictPolicy.REPLACE));
			advance(MINUTE.minus(MILLISECOND));
			assertThat(reserve(10).jobs()).isEmpty();
		}
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	// Batches

	@Test
	default void anEmptyBatchOfSubmitsHasNoResults() {
		assertThat(submitAll()).isEmpty();
	}

	@Test
	default void aDuplicateInABatchFindsTheJobBeforeIt() {
		assertThat(submitAll(JobSpec.job("a").delay(MINUTE).payload("first"), JobSpec.job("a").payload("second")))
			.containsExactly(new SubmitResult("a", SubmitStatus.CREATED, now().plus(MINUTE), null),
					new SubmitResult("a", SubmitStatus.EXISTING, now().plus(MINUTE), JobState.DELAYED));
		assertThat(payload("a")).isEqualTo("first");
	}

	@Test
	default void aDuplicateInABatchReplacesTheJobBeforeIt() {
		assertThat(submitAll(JobSpec.job("a"),
				JobSpec.job("a").payload("second").delay(MINUTE).onConflict(ConflictPolicy.REPLACE)))
			.containsExactly(new SubmitResult("a", SubmitStatus.CREATED, now(), null),
					new SubmitResult("a", SubmitStatus.REPLACED, now().plus(MINUTE), JobState.READY));
		assertThat(payload("a")).isEqualTo("second");
	}

	@Test
	default void aTakenIdInABatchDoesNotAffectOtherJobs() {
		givenFailed("b");
		assertThat(submitAll(JobSpec.job("a"), JobSpec.job("b").onConflict(ConflictPolicy.REJECT), JobSpec.job("c")))
			.extracting(SubmitResult::status)
			.containsExactly(SubmitStatus.CREATED, SubmitStatus.EXISTING, SubmitStatus.CREATED);
	}

	@Test
	default void anIdIsUniqueWithinItsTopic() {
		assertThat(submitAll(JobSpec.job("a").payload("one"), JobSpec.job("a").topic(OTHER_TOPIC).payload("other")))
			.extracting(SubmitResult::status)
			.containsExactly(SubmitStatus.CREATED, SubmitStatus.CREATED);
		assertThat(payload("a")).isEqualTo("one");
		assertThat(reserveOther().record().payload()).asString().isEqualTo("other");
	}

	@Test
	default void resultsOfALargeBatchOfTwoTopicsAreInOrder() {
		List<NewJob> jobs = IntStream.range(0, 1200)
			.mapToObj((number) -> JobSpec.job("job-" + number)
				.topic((number % 3 == 0) ? OTHER_TOPIC : TOPIC)
				.delay(Duration.ofSeconds(number + 1))
				.toNewJob())
			.toList();
		List<SubmitResult> expected = IntStream.range(0, 1200)
			.mapToObj((number) -> new SubmitResult("job-" + number, SubmitStatus.CREATED, now().plusSeconds(number + 1),
					null))
			.toList();
		assertThat(fixture().store().submit(jobs)).isEqualTo(expected);
		assertThat(count(JobState.DELAYED)).isEqualTo(800);
		assertThat(fixture().inspector().status(OTHER_TOPIC).counts()).containsEntry(JobState.DELAYED, 400L);
	}

	@Test
	default void aBatchOfLargePayloadsIsStored() {
		JobSpec[] jobs = IntStream.range(0, 10)
			.mapToObj((number) -> JobSpec.job("job-" + number).payload(new byte[100 * 1024]))
			.toArray(JobSpec[]::new);
		assertThat(submitAll(jobs)).extracting(SubmitResult::status).containsOnly(SubmitStatus.CREATED).hasSize(10);
		assertThat(count(JobState.READY)).isEqualTo(10);
	}

	private void assertUntouchedBy(ConflictPolicy policy) {
		String before = snapshot("a");
		SubmitResult result = submit(JobSpec.job("a")
			.payload("intruder")
			.delay(Duration.ofHours(1))
			.ttr(MINUTE)
			.maxAttempts(9)
			.onConflict(policy));
		assertThat(result.status()).isEqualTo(SubmitStatus.EXISTING);
		assertThat(snapshot("a")).isEqualTo(before);
	}

	private JobSpec replacement() {
		return JobSpec.job("a").payload("replacement").delay(TTR).onConflict(ConflictPolicy.REPLACE);
	}

	private SubmitResult replaced(JobState found) {
		return new SubmitResult("a", SubmitStatus.REPLACED, now().plus(TTR), found);
	}

	private void assertIsTheReplacement() {
		assertThat(snapshot("a")).isEqualTo("DELAYED " + now().plus(TTR) + " replacement {} null null NORMAL null");
	}

}
