// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.JobFailures;
import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Hand-back: the jobs reserved with a token are ready again, as if they had not been
 * reserved.
 *
 * @since 0.1.0
 */
public interface HandBackContract extends StoreContract {

	@Test
	default void everyJobOfTheTokenIsReadyAgain() {
		Instant submitted = now();
		submitMany(3);
		ReserveRequest request = request(10);
		reserve(request);
		advance(Duration.ofNanos(1_000_400_000));
		assertThat(handBack(request.token())).isEqualTo(3);
		assertThat(count(JobState.READY)).isEqualTo(3);
		assertThat(find("job-00001").time()).isEqualTo(submitted);
	}

	@Test
	default void aJobThatIsHandedBackIsUnchanged() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(1).priority(JobPriority.HIGH));
		StoredJob before = find("a");
		advance(Duration.ofSeconds(1));
		for (int i = 0; i < 2; i++) {
			ReservedJob job = reserveOne();
			assertThat(job.terms().attempt()).isEqualTo(1);
			assertThat(job.visibleSince()).isEqualTo(before.time());
			advance(Duration.ofSeconds(1));
			assertThat(handBack(job)).isEqualTo(SettleResult.DONE);
			assertThat(find("a")).usingRecursiveComparison().isEqualTo(before);
		}
	}

	@Test
	default void aRetriedJobIsHandedBackUnchanged() {
		fail(givenReserved("a"), Duration.ofSeconds(3));
		advance(Duration.ofSeconds(5));
		StoredJob before = find("a");
		ReservedJob job = reserveOne();
		advance(Duration.ofSeconds(1));
		handBack(job);
		assertThat(find("a")).usingRecursiveComparison().isEqualTo(before);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aRedeliveredJobReturnsToTheEndOfItsExpiredLease() {
		Instant dueTime = givenRunOut("a").dueTime();
		Instant deadline = now();
		advance(Duration.ofSeconds(1));
		ReservedJob again = reserveOne();
		advance(Duration.ofSeconds(1));
		handBack(again);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(find("a").time()).isEqualTo(deadline);
		assertThat(find("a").dueTime()).isEqualTo(dueTime);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aHandBackOfATouchedLeaseRestoresTheTimeOfTheJob() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		touch(job, MINUTE);
		handBack(job);
		assertThat(find("a").time()).isEqualTo(job.visibleSince());
	}

	@Test
	default void aHandBackOfALostLeaseChangesNothing() {
		ReservedJob late = givenRunOut("a");
		ReservedJob again = reserveOne();
		assertThat(handBack(late)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(handBack(again)).isEqualTo(SettleResult.DONE);
		assertThat(handBack(again)).isEqualTo(SettleResult.LEASE_LOST);
	}

	@Test
	default void aHandBackGivesTheAttemptBack() {
		ReservedJob job = givenReserved("a");
		handBack(job.lease().token());
		assertTheOnlyJobIs(JobState.READY);
		assertThat(find("a").failures()).isNull();
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aHandBackKeepsTheFailuresBeforeIt() {
		givenFailedOnce("a");
		JobFailures failures = find("a").failures();
		advance(Duration.ofSeconds(1));
		handBack(reserveOne().lease().token());
		assertThat(find("a").failures()).isEqualTo(failures);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aHandBackOnTheLastAttemptDoesNotBury() {
		submit(JobSpec.job("a").maxAttempts(1));
		handBack(reserveOne().lease().token());
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aHandBackKeepsWhatWasSubmitted() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9));
		handBack(reserveOne().lease().token());
		assertThat(snapshot("a")).isEqualTo("READY " + now() + " payload of a {} PT1M 9 NORMAL null");
	}

	@Test
	default void theJobsOfOtherTokensStayReserved() {
		ReservedJob a = givenReserved("a");
		ReservedJob b = givenReserved("b");
		assertThat(handBack(a.lease().token())).isEqualTo(1);
		assertThat(state("b")).contains(JobState.RESERVED);
		assertThat(ack(b)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void onlyJobsThatTheTokenStillHoldsAreHandedBack() {
		submitMany(6);
		ReserveRequest request = request(10);
		List<ReservedJob> jobs = reserve(request).jobs();
		ack(jobs.get(0));
		release(jobs.get(1), MINUTE);
		fail(jobs.get(2), MINUTE);
		bury(jobs.get(3));
		fixture().store().cancel(TOPIC, jobs.get(4).lease().id());
		assertThat(handBack(request.token())).isEqualTo(1);
		assertThat(reserveIds(10)).containsExactly(jobs.get(5).lease().id());
	}

	@Test
	default void aLeaseThatExpiredIsHandedBackWithoutAFailure() {
		ReservedJob job = givenRunOut("a");
		assertThat(handBack(job.lease().token())).isEqualTo(1);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aJobThatWasDeliveredAgainIsNotHandedBack() {
		ReservedJob late = givenRunOut("a");
		reserveOne();
		assertThat(handBack(late.lease().token())).isZero();
		assertThat(state("a")).contains(JobState.RESERVED);
	}

	@Test
	default void aSecondHandBackFindsNothing() {
		String token = givenReserved("a").lease().token();
		handBack(token);
		assertThat(handBack(token)).isZero();
	}

	@Test
	default void anUnknownTokenHoldsNothing() {
		givenReserved("a");
		assertThat(handBack(TOKENS.next())).isZero();
		assertThat(state("a")).contains(JobState.RESERVED);
	}

	@Test
	default void aTokenDoesNotHoldTheJobsOfALongerToken() {
		String token = givenReserved("a").lease().token();
		assertThat(handBack(token.substring(0, token.length() - 1))).isZero();
		assertThat(state("a")).contains(JobState.RESERVED);
	}

	@Test
	default void anUnknownTopicHoldsNothing() {
		String token = givenReserved("a").lease().token();
		assertThat(fixture().store().handBack("unknown", token)).isZero();
		assertThat(state("a")).contains(JobState.RESERVED);
	}

	@Test
	default void theLargestReserveIsHandedBack() {
		submitMany(ReserveRequest.MAX_LIMIT);
		ReserveRequest request = request(ReserveRequest.MAX_LIMIT);
		reserve(request);
		assertThat(handBack(request.token())).isEqualTo(ReserveRequest.MAX_LIMIT);
		assertThat(count(JobState.READY)).isEqualTo(ReserveRequest.MAX_LIMIT);
	}

	@Test
	default void oneOfManyLargeReservesIsHandedBack() {
		submitMany(4 * ReserveRequest.MAX_LIMIT);
		reserve(request(ReserveRequest.MAX_LIMIT));
		reserve(request(ReserveRequest.MAX_LIMIT));
		ReserveRequest request = request(ReserveRequest.MAX_LIMIT);
		reserve(request);
		reserve(request(ReserveRequest.MAX_LIMIT));
		assertThat(handBack(request.token())).isEqualTo(ReserveRequest.MAX_LIMIT);
		assertThat(count(JobState.READY)).isEqualTo(ReserveRequest.MAX_LIMIT);
		assertThat(count(JobState.RESERVED)).isEqualTo(3 * ReserveRequest.MAX_LIMIT);
	}

	private int handBack(String token) {
		return fixture().store().handBack(TOPIC, token);
	}

}
