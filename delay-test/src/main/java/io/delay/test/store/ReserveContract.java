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

package io.delay.test.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reserve: which jobs are handed over, on what terms, what becomes of leases that ran
 * out, and when to ask again.
 *
 * @since 0.1.0
 */
public interface ReserveContract extends StoreContract {

	// What is handed over

	@Test
	default void anUnknownTopicHandsOverNothing() {
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	@Test
	default void aReadyJobIsHandedOverWithItsLeaseAndTerms() {
		submit("a");
		Instant dueTime = now();
		advance(MINUTE);
		ReserveRequest request = request(10);
		ReservedJob job = reserveOne(request);
		assertThat(job.lease()).isEqualTo(new Lease(TOPIC, "a", request.token()));
		assertThat(job.terms()).isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, TTR, now().plus(TTR)));
		assertThat(job.dueTime()).isEqualTo(dueTime);
	}

	@Test
	default void aJobIsHandedOverWithAllThatWasSubmitted() {
		Map<String, String> headers = Map.of("größe", "a=b&c%d\n😀");
		submit(JobSpec.job("a")
			.payload(new byte[] { 0, -1, 10, 124 })
			.headers(headers)
			.ttr(Duration.ofSeconds(5))
			.maxAttempts(9));
		ReservedJob job = reserveOne();
		assertThat(job.record().payload()).containsExactly(0, -1, 10, 124);
		assertThat(job.record().headers()).isEqualTo(headers);
		assertThat(job.record().ttr()).isEqualTo(Duration.ofSeconds(5));
		assertThat(job.record().maxAttempts()).isEqualTo(9);
	}

	@Test
	default void aReservedJobIsReservedUntilItsDeadline() {
		givenReserved("a");
		assertTheOnlyJobIs(JobState.RESERVED);
		assertThat(find("a").state()).isEqualTo(JobState.RESERVED);
		assertThat(find("a").time()).isEqualTo(now().plus(TTR));
	}

	@Test
	default void aJobIsNotHandedOverAMillisecondEarly() {
		submit("a", MINUTE);
		advance(MINUTE.minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aJobIsNotHandedOverAMicrosecondEarly() {
		submit("a", MINUTE);
		advance(MINUTE.minus(Duration.ofNanos(1000)));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aJobIsHandedOverAtItsDueTime() {
		submit("a", MINUTE);
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aJobSubmittedInMidMillisecondIsNotEarly() {
		advance(Duration.ofNanos(500_000));
		submit("a", MILLISECOND);
		advance(MILLISECOND);
		assertThat(reserve(10).jobs()).isEmpty();
		advance(Duration.ofNanos(500_000));
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aReservedJobIsNotHandedOverAgain() {
		givenReserved("a");
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aFailedJobIsNotHandedOver() {
		givenFailed("a");
		advance(Duration.ofDays(200));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void jobsAreHandedOverInOrderOfTheirDueTimes() {
		submitAll(JobSpec.job("a").delay(Duration.ofSeconds(3)), JobSpec.job("b").delay(Duration.ofSeconds(10)),
				JobSpec.job("c").delay(Duration.ofSeconds(1)), JobSpec.job("d").delay(Duration.ofMillis(1001)));
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("c", "d", "a", "b");
	}

	@Test
	default void equalDueTimesAreHandedOverInOrderOfIds() {
		submitAll(JobSpec.job("b"), JobSpec.job("a10"), JobSpec.job("B"), JobSpec.job("a"), JobSpec.job("a2"));
		assertThat(reserveIds(10)).containsExactly("B", "a", "a10", "a2", "b");
	}

	@Test
	default void theOrderOfIdsIsThatOfTheirBytes() {
		submitAll(JobSpec.job("😀"), JobSpec.job("\uFF21"), JobSpec.job("é"), JobSpec.job("z"));
		assertThat(reserveIds(10)).containsExactly("z", "é", "\uFF21", "😀");
	}

	@Test
	default void oneTopicKnowsNothingOfAnother() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	// How much is handed over

	@Test
	default void noMoreThanTheLimitIsHandedOver() {
		submitMany(5);
		assertThat(reserveIds(2)).containsExactly("job-00000", "job-00001");
		assertThat(reserveIds(2)).containsExactly("job-00002", "job-00003");
		assertThat(reserveIds(2)).containsExactly("job-00004");
	}

	@Test
	default void theLargestLimitIsFilled() {
		submitMany(ReserveRequest.MAX_LIMIT + 1);
		assertThat(reserve(ReserveRequest.MAX_LIMIT).jobs()).hasSize(ReserveRequest.MAX_LIMIT);
		assertThat(reserveIds(ReserveRequest.MAX_LIMIT)).containsExactly("job-00500");
	}

	@Test
	default void aBatchHoldsUpTo256KilobytesOfPayload() {
		submitLarge(5, 64 * 1024);
		ReserveResult result = reserve(10);
		assertThat(idsOf(result)).containsExactly("large-0", "large-1", "large-2", "large-3");
		assertThat(result.nextEvent()).isZero();
	}

	@Test
	default void aBatchDoesNotExceed256KilobytesOfPayload() {
		submitLarge(3, 100 * 1024);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
		assertThat(reserveIds(10)).containsExactly("large-2");
	}

	@Test
	default void aLargeJobIsHandedOverAlone() {
		submitLarge(2, 300 * 1024);
		ReserveResult result = reserve(10);
		assertThat(idsOf(result)).containsExactly("large-0");
		assertThat(result.nextEvent()).isZero();
	}

	@Test
	default void aJobThatDoesNotFitIsNotOvertaken() {
		submitLarge(3, 100 * 1024);
		submit("small");
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
	}

	@Test
	default void aJobThatDidNotFitStaysReady() {
		submitLarge(3, 100 * 1024);
		reserve(10);
		assertThat(state("large-2")).contains(JobState.READY);
	}

	@Test
	default void aJobThatDoesNotFitKeepsTheLeaseThatHasRunOut() {
		submitLarge(3, 100 * 1024);
		reserve(10);
		ReservedJob last = reserve(10).jobs().get(0);
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
		assertThat(find("large-2").failures()).isNull();
		assertThat(ack(last)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aJobWhoseLeaseRanOutAndThatDoesNotFitIsNotOvertaken() {
		submitLarge(3, 100 * 1024);
		reserve(10);
		reserve(10);
		submit("small");
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
	}

	// The terms of the lease

	@Test
	default void theJobsOwnTtrBeatsTheConsumers() {
		submit(JobSpec.job("a").ttr(MINUTE));
		assertThat(reserveOne().terms()).isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, MINUTE, now().plus(MINUTE)));
	}

	@Test
	default void theJobsOwnMaxAttemptsBeatTheConsumers() {
		submit(JobSpec.job("a").maxAttempts(9));
		assertThat(reserveOne().terms()).isEqualTo(new LeaseTerms(1, 9, TTR, now().plus(TTR)));
	}

	@Test
	default void theDeadlineIsCountedFromTheNextWholeMillisecond() {
		submit("a");
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		assertThat(reserveOne().terms().deadline()).isEqualTo(begun.plusMillis(1).plus(TTR));
	}

	@Test
	default void theFractionOfAMillisecondInTheConsumersTtrIsRoundedUp() {
		submit("a");
		assertThat(reserveOne(requestWithTtr(Duration.ofNanos(1_000_001))).terms())
			.isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, Duration.ofMillis(2), now().plusMillis(2)));
	}

	@Test
	default void theFractionOfAMillisecondInTheJobsTtrIsRoundedUpInItsLease() {
		submit(JobSpec.job("a").ttr(Duration.ofNanos(1)));
		assertThat(reserveOne().terms()).isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, MILLISECOND, now().plusMillis(1)));
	}

	@Test
	default void aWaitingJobOverTheConsumersMaximumIsDeliveredAsItsLastAttempt() {
		submit("a");
		fail(reserveOne(requestWithMaxAttempts(5)), Duration.ZERO);
		fail(reserveOne(requestWithMaxAttempts(5)), Duration.ZERO);
		ReservedJob job = reserveOne(requestWithMaxAttempts(1));
		assertThat(job.terms()).isEqualTo(new LeaseTerms(3, 1, TTR, now().plus(TTR)));
		fail(job, Duration.ZERO);
		assertThat(state("a")).contains(JobState.FAILED);
	}

	// Leases that have run out

	@Test
	default void aLeaseHoldsUntilTheMillisecondBeforeItsDeadline() {
		givenReserved("a");
		advance(TTR.minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aLeaseHoldsUntilTheMicrosecondBeforeItsDeadline() {
		givenReserved("a");
		advance(TTR.minus(Duration.ofNanos(1000)));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aJobWhoseTtrRanOutIsDeliveredAgainAtItsDeadline() {
		givenRunOut("a");
		Instant deadline = now();
		ReserveRequest request = request(10);
		ReservedJob job = reserveOne(request);
		assertThat(job.lease()).isEqualTo(new Lease(TOPIC, "a", request.token()));
		assertThat(job.terms()).isEqualTo(new LeaseTerms(2, MAX_ATTEMPTS, TTR, now().plus(TTR)));
		assertThat(job.dueTime()).isEqualTo(deadline);
		assertThat(job.record().payload()).asString().isEqualTo("payload of a");
		assertTheOnlyJobIs(JobState.RESERVED);
	}

	@Test
	default void theDueTimeOfARedeliveryIsTheOldDeadline() {
		givenRunOut("a");
		Instant deadline = now();
		advance(MINUTE);
		assertThat(reserveOne().dueTime()).isEqualTo(deadline);
	}

	@Test
	default void aTtrThatRanOutIsRecordedWhenItIsNoticed() {
		givenRunOut("a");
		advance(MINUTE);
		Instant noticed = now();
		advance(Duration.ofNanos(500_000));
		reserve(10);
		assertThat(find("a").failures())
			.isEqualTo(new JobFailures(1, new FailureReason("TTR of 30000 ms ran out", HOST), noticed));
	}

	@Test
	default void aTtrThatRanOutNamesTheHostThatHeldTheJob() {
		submit("a");
		LeaseTokens tokens = new LeaseTokens("a-lost-host");
		reserve(new ReserveRequest(TOPIC, tokens.next(), 1, Duration.ofMillis(1500), MAX_ATTEMPTS));
		advance(TTR);
		reserve(10);
		assertThat(failures("a").last()).isEqualTo(new FailureReason("TTR of 1500 ms ran out", "a-lost-host"));
	}

	@Test
	default void everyTtrThatRunsOutCostsAnAttempt() {
		givenRunOut("a");
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
		advance(TTR);
		assertThat(reserveOne().terms().attempt()).isEqualTo(3);
		assertThat(failures("a").attempts()).isEqualTo(2);
	}

	@Test
	default void aRedeliveryIsOnTheTermsOfItsOwnConsumer() {
		givenRunOut("a");
		ReserveRequest request = new ReserveRequest(TOPIC, TOKENS.next(), 1, MINUTE, 8);
		assertThat(reserveOne(request).terms()).isEqualTo(new LeaseTerms(2, 8, MINUTE, now().plus(MINUTE)));
	}

	@Test
	default void aTtrThatRanOutOnTheLastAttemptBuriesTheJob() {
		submit(JobSpec.job("a").maxAttempts(1));
		reserve(10);
		advance(MINUTE);
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of(ranOut("a"))));
		assertTheOnlyJobIs(JobState.FAILED);
		StoredJob job = find("a");
		assertThat(job.time()).isEqualTo(now());
		assertThat(job.failures())
			.isEqualTo(new JobFailures(1, new FailureReason("TTR of 30000 ms ran out", HOST), now()));
		assertThat(payload("a")).isEqualTo("payload of a");
	}

	@Test
	default void aJobIsDeliveredAsOftenAsItsMaxAttemptsSay() {
		submit("a");
		for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
			assertThat(reserveOne().terms().attempt()).isEqualTo(attempt);
			advance(TTR);
		}
		assertThat(reserve(10).jobs()).isEmpty();
		assertThat(failures("a").attempts()).isEqualTo(MAX_ATTEMPTS);
	}

	@Test
	default void aConsumerWithFewerAttemptsBuriesNoJobOfOneWithMore() {
		submit("a");
		reserve(requestWithMaxAttempts(5));
		advance(TTR);
		assertThat(reserveOne(requestWithMaxAttempts(1)).terms().attempt()).isEqualTo(2);
	}

	@Test
	default void theLastAttemptOfAConsumerWithFewerAttemptsIsTheLast() {
		submit("a");
		reserve(requestWithMaxAttempts(1));
		advance(TTR);
		assertThat(reserve(requestWithMaxAttempts(5)).jobs()).isEmpty();
		assertThat(state("a")).contains(JobState.FAILED);
	}

	@Test
	default void leasesThatRanOutComeBeforeWaitingJobs() {
		submit("z");
		reserve(1);
		submit("a");
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("z", "a");
	}

	@Test
	default void leasesThatRanOutComeInOrderOfTheirDeadlines() {
		submitAll(JobSpec.job("a").ttr(Duration.ofSeconds(3)), JobSpec.job("b").ttr(Duration.ofSeconds(1)),
				JobSpec.job("c").ttr(Duration.ofSeconds(2)));
		reserve(10);
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("b", "c", "a");
	}

	@Test
	default void leasesThatRanOutTogetherComeInOrderOfTheirIds() {
		submit("b");
		reserve(1);
		submitAll(JobSpec.job("c"), JobSpec.job("a"));
		reserve(10);
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("a", "b", "c");
	}

	@Test
	default void theLimitCountsRedeliveriesAndWaitingJobsTogether() {
		submitMany(2);
		reserve(10);
		submitAll(JobSpec.job("x"), JobSpec.job("y"));
		advance(TTR);
		assertThat(reserveIds(3)).containsExactly("job-00000", "job-00001", "x");
	}

	@Test
	default void noMoreRedeliveriesThanTheLimitAreHandedOver() {
		submitMany(3);
		reserve(10);
		advance(TTR);
		assertThat(reserveIds(2)).containsExactly("job-00000", "job-00001");
		assertThat(find("job-00002").failures()).isNull();
	}

	@Test
	default void aBuriedJobDoesNotCountAgainstTheLimit() {
		submit(JobSpec.job("a").maxAttempts(1));
		reserve(10);
		submit("b");
		advance(TTR);
		assertThat(reserveIds(1)).containsExactly("b");
		assertThat(state("a")).contains(JobState.FAILED);
	}

	@Test
	default void aBuriedJobDoesNotCountAgainstTheSizeOfABatch() {
		submit(JobSpec.job("a").payload(new byte[200 * 1024]).maxAttempts(1));
		reserve(10);
		submitLarge(2, 100 * 1024);
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
	}

	@Test
	default void aJobThatRanOutBehindABuriedOneIsLookedAtNext() {
		submitAll(JobSpec.job("a").maxAttempts(1), JobSpec.job("b"));
		reserve(10);
		advance(MINUTE);
		assertThat(reserve(1)).isEqualTo(new ReserveResult(List.of(), Duration.ZERO, List.of(ranOut("a"))));
		assertThat(state("a")).contains(JobState.FAILED);
		assertThat(reserveIds(1)).containsExactly("b");
	}

	@Test
	default void noMoreLeasesThatRanOutThanTheLimitAreLookedAt() {
		submitAll(IntStream.range(0, 3)
			.mapToObj((number) -> JobSpec.job("job-" + number).maxAttempts(1))
			.toArray(JobSpec[]::new));
		reserve(10);
		submit("waiting");
		advance(TTR);
		ReserveResult result = reserve(2);
		assertThat(idsOf(result)).containsExactly("waiting");
		assertThat(result.nextEvent()).isZero();
		assertThat(count(JobState.FAILED)).isEqualTo(2);
		assertThat(find("job-2").failures()).isNull();
	}

	// When to ask again

	@Test
	default void thereIsNoNextEventWhenOnlyFailedJobsAreLeft() {
		givenFailed("a");
		assertThat(reserve(10).nextEvent()).isNull();
	}

	@Test
	default void thereIsNoNextEventWhenTheTopicIsEmptyAgain() {
		ack(givenReserved("a"));
		assertThat(reserve(10).nextEvent()).isNull();
	}

	@Test
	default void theNextEventIsTheEarliestDueTime() {
		submitAll(JobSpec.job("a").delay(MINUTE), JobSpec.job("b").delay(TTR));
		advance(Duration.ofSeconds(1));
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofSeconds(29));
	}

	@Test
	default void theNextEventIsToldToTheMicrosecond() {
		submit("a", Duration.ofMillis(10));
		advance(Duration.ofNanos(3_300_000));
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofNanos(6_700_000));
	}

	@Test
	default void theNextEventIsTheDeadlineOfTheLeaseJustGiven() {
		submit("a");
		submit("b", MINUTE);
		assertThat(reserve(10).nextEvent()).isEqualTo(TTR);
	}

	@Test
	default void theNextEventIsTheDeadlineOfSomebodyElsesLease() {
		givenReserved("a");
		advance(Duration.ofSeconds(10));
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), Duration.ofSeconds(20), List.of()));
	}

	@Test
	default void theNextEventIsADueTimeBeforeTheDeadline() {
		submit("a");
		submit("b", Duration.ofSeconds(5));
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofSeconds(5));
	}

	@Test
	default void theNextEventIsNoLongerTheDeadlineOfALeaseThatWasReleased() {
		release(givenReserved("a"), MINUTE);
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

	@Test
	default void theNextEventIsNoLongerTheDeadlineOfALeaseThatFailed() {
		fail(givenReserved("a"), MINUTE);
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

	@Test
	default void theNextEventIsNoLongerTheDeadlineOfALeaseThatWasReplaced() {
		givenReserved("a");
		submit(JobSpec.job("a").delay(MINUTE).onConflict(ConflictPolicy.REPLACE));
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

	@Test
	default void theNextEventIsNowWhenTheLimitWasReached() {
		submit("a");
		assertThat(reserve(1).nextEvent()).isZero();
	}

	@Test
	default void theNextEventIsNowWhenRedeliveriesReachedTheLimit() {
		givenRunOut("a");
		assertThat(reserve(1).nextEvent()).isZero();
	}

	@Test
	default void theJobIsReadyOnceTheNextEventHasPassed() {
		advance(Duration.ofNanos(500_000));
		submit("a", Duration.ofMillis(10));
		advance(Objects.requireNonNull(reserve(10).nextEvent()));
		assertThat(reserveIds(10)).containsExactly("a");
	}

	private void submitLarge(int jobs, int bytes) {
		submitAll(IntStream.range(0, jobs)
			.mapToObj((number) -> JobSpec.job("large-" + number).payload(new byte[bytes]))
			.toArray(JobSpec[]::new));
	}

	private static BuriedJob ranOut(String id) {
		return new BuriedJob(id, 1, new FailureReason("TTR of 30000 ms ran out", HOST));
	}

}
