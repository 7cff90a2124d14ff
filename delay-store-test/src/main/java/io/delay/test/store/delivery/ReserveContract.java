// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.Lease;
import io.delay.store.LeaseTerms;
import io.delay.store.LeaseTokens;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reserve: which jobs are returned and on what terms, how expired leases are handled, and
 * when to reserve again.
 *
 * @since 0.1.0
 */
public interface ReserveContract extends StoreContract {

	// The jobs that are handed over

	@Test
	default void aReserveOfAnUnknownTopicReturnsNothing() {
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	@Test
	default void aReadyJobIsDeliveredWithItsLeaseAndTerms() {
		submit("a");
		Instant dueTime = now();
		advance(MINUTE);
		ReserveRequest request = request(10);
		ReservedJob job = reserveOne(request);
		assertThat(job.lease()).isEqualTo(new Lease(TOPIC, "a", request.token()));
		assertThat(job.terms()).isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, TTR, now().plus(TTR)));
		assertThat(job.dueTime()).isEqualTo(dueTime);
		assertThat(job.visibleSince()).isEqualTo(dueTime);
	}

	@Test
	default void aJobIsDeliveredWithAllSubmittedValues() {
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
	default void aJobIsNotDeliveredAMillisecondEarly() {
		submit("a", MINUTE);
		advance(MINUTE.minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aJobIsNotDeliveredAMicrosecondEarly() {
		submit("a", MINUTE);
		advance(MINUTE.minus(Duration.ofNanos(1000)));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aJobIsDeliveredAtItsDueTime() {
		submit("a", MINUTE);
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aJobSubmittedWithinAMillisecondIsNotEarly() {
		advance(Duration.ofNanos(500_000));
		submit("a", MILLISECOND);
		advance(MILLISECOND);
		assertThat(reserve(10).jobs()).isEmpty();
		advance(Duration.ofNanos(500_000));
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aReservedJobIsNotDeliveredAgain() {
		givenReserved("a");
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aFailedJobIsNotDelivered() {
		givenFailed("a");
		advance(Duration.ofDays(200));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void topicsAreSeparate() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	// The number of jobs

	@Test
	default void aReserveReturnsAtMostTheLimit() {
		submitMany(5);
		List<String> ids = new ArrayList<>();
		for (int jobs : List.of(2, 2, 1, 0)) {
			List<String> next = reserveIds(2);
			assertThat(next).hasSize(jobs);
			ids.addAll(next);
		}
		assertThat(ids).doesNotHaveDuplicates();
	}

	@Test
	default void theLargestLimitIsFilled() {
		submitMany(ReserveRequest.MAX_LIMIT + 1);
		assertThat(reserve(ReserveRequest.MAX_LIMIT).jobs()).hasSize(ReserveRequest.MAX_LIMIT);
		assertThat(reserve(ReserveRequest.MAX_LIMIT).jobs()).hasSize(1);
	}

	// The terms of the lease

	@Test
	default void theTtrOfTheJobOverridesThatOfTheConsumer() {
		submit(JobSpec.job("a").ttr(MINUTE));
		assertThat(reserveOne().terms()).isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, MINUTE, now().plus(MINUTE)));
	}

	@Test
	default void theMaxAttemptsOfTheJobOverrideThoseOfTheConsumer() {
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
	default void aFractionalTtrOfTheConsumerIsRoundedUp() {
		submit("a");
		assertThat(reserveOne(requestWithTtr(Duration.ofNanos(1_000_001))).terms())
			.isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, Duration.ofMillis(2), now().plusMillis(2)));
	}

	@Test
	default void aFractionalTtrOfTheJobIsRoundedUpInItsLease() {
		submit(JobSpec.job("a").ttr(Duration.ofNanos(1)));
		assertThat(reserveOne().terms()).isEqualTo(new LeaseTerms(1, MAX_ATTEMPTS, MILLISECOND, now().plusMillis(1)));
	}

	@Test
	default void aJobAboveTheMaximumOfTheConsumerIsDeliveredAsItsLastAttempt() {
		submit("a");
		fail(reserveOne(requestWithMaxAttempts(5)), Duration.ZERO);
		fail(reserveOne(requestWithMaxAttempts(5)), Duration.ZERO);
		ReservedJob job = reserveOne(requestWithMaxAttempts(1));
		assertThat(job.terms()).isEqualTo(new LeaseTerms(3, 1, TTR, now().plus(TTR)));
		fail(job, Duration.ZERO);
		assertThat(state("a")).contains(JobState.FAILED);
	}

	// Expired leases

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
	default void aJobWhoseTtrExpiredIsDeliveredAgainAtItsDeadline() {
		givenRunOut("a");
		Instant deadline = now();
		ReserveRequest request = request(10);
		ReservedJob job = reserveOne(request);
		assertThat(job.lease()).isEqualTo(new Lease(TOPIC, "a", request.token()));
		assertThat(job.terms()).isEqualTo(new LeaseTerms(2, MAX_ATTEMPTS, TTR, now().plus(TTR)));
		assertThat(job.visibleSince()).isEqualTo(deadline);
		assertThat(job.record().payload()).asString().isEqualTo("payload of a");
		assertTheOnlyJobIs(JobState.RESERVED);
	}

	@Test
	default void aRedeliveryIsVisibleSinceTheOldDeadline() {
		givenRunOut("a");
		Instant deadline = now();
		advance(MINUTE);
		assertThat(reserveOne().visibleSince()).isEqualTo(deadline);
	}

	@Test
	default void anExpiredTtrIsRecordedAtTheNextReserve() {
		givenRunOut("a");
		advance(MINUTE);
		Instant noticed = now();
		advance(Duration.ofNanos(500_000));
		reserve(10);
		assertThat(find("a").failures())
			.isEqualTo(new JobFailures(1, new FailureReason("TTR of 30000 ms elapsed", HOST), noticed));
	}

	@Test
	default void anExpiredTtrIsRecordedWithTheHostOfTheWorker() {
		submit("a");
		LeaseTokens tokens = new LeaseTokens("a-lost-host");
		reserve(new ReserveRequest(TOPIC, tokens.next(), 1, new ReserveTerms(Duration.ofMillis(1500), MAX_ATTEMPTS)));
		advance(TTR);
		reserve(10);
		assertThat(failures("a").last()).isEqualTo(new FailureReason("TTR of 1500 ms elapsed", "a-lost-host"));
	}

	@Test
	default void everyExpiredTtrCostsAnAttempt() {
		givenRunOut("a");
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
		advance(TTR);
		assertThat(reserveOne().terms().attempt()).isEqualTo(3);
		assertThat(failures("a").attempts()).isEqualTo(2);
	}

	@Test
	default void aRedeliveryHasTheTermsOfItsConsumer() {
		givenRunOut("a");
		ReserveRequest request = new ReserveRequest(TOPIC, TOKENS.next(), 1, new ReserveTerms(MINUTE, 8));
		assertThat(reserveOne(request).terms()).isEqualTo(new LeaseTerms(2, 8, MINUTE, now().plus(MINUTE)));
	}

	@Test
	default void anExpiredTtrOfTheLastAttemptBuriesTheJob() {
		submit(JobSpec.job("a").maxAttempts(1));
		reserve(10);
		advance(MINUTE);
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of(ranOut("a"))));
		assertTheOnlyJobIs(JobState.FAILED);
		StoredJob job = find("a");
		assertThat(job.time()).isEqualTo(now());
		assertThat(job.failures())
			.isEqualTo(new JobFailures(1, new FailureReason("TTR of 30000 ms elapsed", HOST), now()));
		assertThat(payload("a")).isEqualTo("payload of a");
	}

	@Test
	default void aJobIsDeliveredUpToItsMaxAttempts() {
		submit("a");
		for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
			assertThat(reserveOne().terms().attempt()).isEqualTo(attempt);
			advance(TTR);
		}
		assertThat(reserve(10).jobs()).isEmpty();
		assertThat(failures("a").attempts()).isEqualTo(MAX_ATTEMPTS);
	}

	@Test
	default void aConsumerWithFewerAttemptsDoesNotBuryTheJobOfAnother() {
		submit("a");
		reserve(requestWithMaxAttempts(5));
		advance(TTR);
		assertThat(reserveOne(requestWithMaxAttempts(1)).terms().attempt()).isEqualTo(2);
	}

	@Test
	default void theLastAttemptOfAConsumerWithFewerAttemptsIsFinal() {
		submit("a");
		reserve(requestWithMaxAttempts(1));
		advance(TTR);
		assertThat(reserve(requestWithMaxAttempts(5)).jobs()).isEmpty();
		assertThat(state("a")).contains(JobState.FAILED);
	}

	// The next event

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
	default void theNextEventHasMicroseconds() {
		submit("a", Duration.ofMillis(10));
		advance(Duration.ofNanos(3_300_000));
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofNanos(6_700_000));
	}

	@Test
	default void theNextEventIsTheDeadlineOfTheNewLease() {
		submit("a");
		submit("b", MINUTE);
		assertThat(reserve(10).nextEvent()).isEqualTo(TTR);
	}

	@Test
	default void theNextEventIsTheDeadlineOfTheLeaseOfAnotherConsumer() {
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
	default void aJobIsReadyOnceTheNextEventHasPassed() {
		advance(Duration.ofNanos(500_000));
		submit("a", Duration.ofMillis(10));
		advance(Objects.requireNonNull(reserve(10).nextEvent()));
		assertThat(reserveIds(10)).containsExactly("a");
	}

}
