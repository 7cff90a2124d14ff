// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.Lease;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Settle: ack, release, fail and bury take effect under a valid lease and change nothing
 * under an invalid one.
 *
 * @since 0.1.0
 */
public interface SettleContract extends StoreContract {

	// Ack

	@Test
	default void anAckDeletesTheJob() {
		assertThat(ack(givenReserved("a"))).isEqualTo(SettleResult.DONE);
		assertThat(state("a")).isEmpty();
		assertThat(fixture().inspector().status(TOPIC).counts().values()).containsOnly(0L);
	}

	@Test
	default void anAcknowledgedJobNeverComesBack() {
		ack(givenReserved("a"));
		advance(Duration.ofDays(1));
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	@Test
	default void anAckFreesTheIdAndForgetsTheFailures() {
		givenFailedOnce("a");
		ack(reserveOne());
		assertThat(submit("a").status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(find("a").failures()).isNull();
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void anAckAfterTheDeadlineCountsUntilTheJobIsDeliveredAgain() {
		ReservedJob job = givenRunOut("a");
		advance(MINUTE);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
		assertThat(reserve(10).jobs()).isEmpty();
	}

	// Release

	@Test
	default void aReleaseWithoutDelayMakesTheJobReady() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		assertThat(release(job, Duration.ZERO)).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(find("a").time()).isEqualTo(now());
	}

	@Test
	default void aReleaseWithADelayMakesTheJobWait() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		release(job, MINUTE);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
	}

	@Test
	default void aReleasedJobIsNotAMillisecondEarly() {
		release(givenReserved("a"), MINUTE);
		advance(MINUTE.minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void theFractionOfAMillisecondInTheDelayOfAReleaseIsRoundedUp() {
		ReservedJob job = givenReserved("a");
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		release(job, Duration.ofNanos(1_000_001));
		assertThat(find("a").time()).isEqualTo(begun.plusMillis(3));
	}

	@Test
	default void aReleaseWithoutDelayWithinAMillisecondMakesTheJobReadyAtOnce() {
		ReservedJob job = givenReserved("a");
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		release(job, Duration.ZERO);
		assertThat(find("a").time()).isEqualTo(begun);
	}

	@Test
	default void aReleaseGivesTheAttemptBack() {
		release(givenReserved("a"), Duration.ZERO);
		assertThat(find("a").failures()).isNull();
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aReleaseKeepsTheFailuresBeforeIt() {
		givenFailedOnce("a");
		JobFailures failures = find("a").failures();
		advance(Duration.ofSeconds(1));
		release(reserveOne(), Duration.ZERO);
		assertThat(find("a").failures()).isEqualTo(failures);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aReleaseOnTheLastAttemptDoesNotBury() {
		submit(JobSpec.job("a").maxAttempts(1));
		release(reserveOne(), Duration.ZERO);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aReleaseKeepsWhatWasSubmitted() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9));
		release(reserveOne(), Duration.ZERO);
		assertThat(snapshot("a")).isEqualTo("READY " + now() + " payload of a {} PT1M 9 NORMAL null");
	}

	@Test
	default void aReleaseAfterTheDeadlineCountsUntilTheJobIsDeliveredAgain() {
		ReservedJob job = givenRunOut("a");
		assertThat(release(job, Duration.ZERO)).isEqualTo(SettleResult.DONE);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	// Fail

	@Test
	default void aFailureWithADelayMakesTheJobWait() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		assertThat(fail(job, MINUTE)).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
	}

	@Test
	default void aFailureWithoutDelayMakesTheJobReady() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		fail(job, Duration.ZERO);
		assertThat(find("a").state()).isEqualTo(JobState.READY);
		assertThat(find("a").time()).isEqualTo(now());
	}

	@Test
	default void theFractionOfAMillisecondInTheDelayOfAFailureIsRoundedUp() {
		ReservedJob job = givenReserved("a");
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		fail(job, Duration.ofNanos(1));
		assertThat(find("a").time()).isEqualTo(begun.plusMillis(2));
	}

	@Test
	default void aFailureMakesTheJobWaitUntilItsLeaseWouldHaveEnded() {
		ReservedJob job = givenReserved("a");
		Instant deadline = now().plus(TTR);
		advance(Duration.ofSeconds(1));
		failUntilLeaseEnds(job);
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(deadline);
	}

	@Test
	default void aFailureMakesTheJobWaitUntilItsTouchedLeaseWouldHaveEnded() {
		ReservedJob job = givenReserved("a");
		touch(job, MINUTE);
		failUntilLeaseEnds(job);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
	}

	@Test
	default void aFailureAfterTheLeaseEndedMakesTheJobReadyNow() {
		ReservedJob job = givenRunOut("a");
		advance(MINUTE);
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		assertThat(failUntilLeaseEnds(job)).isEqualTo(SettleResult.DONE);
		assertThat(find("a").state()).isEqualTo(JobState.READY);
		assertThat(find("a").time()).isEqualTo(begun);
	}

	@Test
	default void aFailureIsRecorded() {
		ReservedJob job = givenReserved("a");
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		fail(job, MINUTE);
		assertThat(find("a").failures()).isEqualTo(new JobFailures(1, REASON, begun));
	}

	@Test
	default void aFailureCostsAnAttempt() {
		fail(givenReserved("a"), Duration.ZERO);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void theLastFailureIsTheOneThatIsKept() {
		givenFailedOnce("a");
		FailureReason second = new FailureReason("second: größe\r\n\n=&%| 😀", "wörker 3|=&%\n");
		settle(new Settlement.Fail(reserveOne().lease(), second, Duration.ZERO));
		assertLastFailure("a", 2, second, now());
	}

	@Test
	default void anErrorOfTheLargestSizeIsKept() {
		FailureReason large = new FailureReason("é".repeat(FailureReason.MAX_ERROR_BYTES), HOST);
		settle(new Settlement.Fail(givenReserved("a").lease(), large, Duration.ZERO));
		assertThat(failures("a").last()).isEqualTo(large);
	}

	@Test
	default void anEmptyErrorIsKept() {
		FailureReason empty = new FailureReason("", HOST);
		settle(new Settlement.Fail(givenReserved("a").lease(), empty, Duration.ZERO));
		assertThat(failures("a").last()).isEqualTo(empty);
	}

	@Test
	default void aFailureKeepsWhatWasSubmitted() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9));
		fail(reserveOne(), Duration.ZERO);
		assertThat(snapshot("a")).startsWith("READY " + now() + " payload of a {} PT1M 9 NORMAL JobFailures");
	}

	@Test
	default void aFailureOnTheLastAttemptBuriesTheJob() {
		submit("a");
		for (int attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
			fail(reserveOne(), Duration.ZERO);
			assertThat(state("a")).contains(JobState.READY);
		}
		ReservedJob last = reserveOne();
		advance(Duration.ofSeconds(1));
		assertThat(fail(last, MINUTE)).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(find("a").time()).isEqualTo(now());
		assertLastFailure("a", MAX_ATTEMPTS, REASON, now());
	}

	@Test
	default void aFailureOnTheLastAttemptBuriesWithoutWaitingForTheLease() {
		submit(JobSpec.job("a").maxAttempts(1));
		failUntilLeaseEnds(reserveOne());
		assertThat(find("a").state()).isEqualTo(JobState.FAILED);
		assertThat(find("a").time()).isEqualTo(now());
	}

	@Test
	default void theMaxAttemptsOfTheLeaseDetermineTheLastFailure() {
		submit("a");
		ReserveRequest request = requestWithMaxAttempts(2);
		fail(reserveOne(request), Duration.ZERO);
		assertThat(state("a")).contains(JobState.READY);
		fail(reserveOne(requestWithMaxAttempts(2)), Duration.ZERO);
		assertThat(state("a")).contains(JobState.FAILED);
	}

	@Test
	default void aFailureAfterTheDeadlineCountsUntilTheJobIsDeliveredAgain() {
		ReservedJob job = givenRunOut("a");
		fail(job, Duration.ZERO);
		assertThat(find("a").failures()).isEqualTo(new JobFailures(1, REASON, now()));
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	// Bury

	@Test
	default void aBuryFailsAJobWithAttemptsLeft() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		assertThat(bury(job)).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(find("a").time()).isEqualTo(begun);
		assertThat(find("a").failures()).isEqualTo(new JobFailures(1, REASON, begun));
	}

	@Test
	default void aBurialCountsTheFailuresBeforeIt() {
		givenFailedOnce("a");
		bury(reserveOne());
		assertThat(failures("a").attempts()).isEqualTo(2);
	}

	@Test
	default void aBurialKeepsWhatWasSubmitted() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9));
		bury(reserveOne());
		assertThat(snapshot("a")).startsWith("FAILED " + now() + " payload of a {} PT1M 9 NORMAL JobFailures");
	}

	@Test
	default void aBuriedJobIsNeverDelivered() {
		bury(givenReserved("a"));
		advance(Duration.ofDays(1));
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	@Test
	default void aBurialAfterTheDeadlineCountsUntilTheJobIsDeliveredAgain() {
		assertThat(bury(givenRunOut("a"))).isEqualTo(SettleResult.DONE);
		assertThat(state("a")).contains(JobState.FAILED);
	}

	// Invalid leases

	@Test
	default void anAckedLeaseIsLost() {
		ReservedJob job = givenReserved("a");
		ack(job);
		assertLost(job);
	}

	@Test
	default void aReleasedLeaseIsLost() {
		ReservedJob job = givenReserved("a");
		release(job, Duration.ZERO);
		assertLost(job);
	}

	@Test
	default void aLeaseReleasedWithADelayIsLost() {
		ReservedJob job = givenReserved("a");
		release(job, MINUTE);
		assertLost(job);
	}

	@Test
	default void aFailedLeaseIsLost() {
		ReservedJob job = givenReserved("a");
		fail(job, Duration.ZERO);
		assertLost(job);
	}

	@Test
	default void aBuriedLeaseIsLost() {
		ReservedJob job = givenReserved("a");
		bury(job);
		assertLost(job);
	}

	@Test
	default void aHandedBackLeaseIsLost() {
		ReservedJob job = givenReserved("a");
		fixture().store().handBack(TOPIC, job.lease().token());
		assertLost(job);
	}

	@Test
	default void aLeaseOnACancelledJobIsLost() {
		ReservedJob job = givenReserved("a");
		fixture().store().cancel(TOPIC, "a");
		assertLost(job);
	}

	@Test
	default void aLeaseOnAJobThatWasCancelledAndSubmittedAgainIsLost() {
		ReservedJob job = givenReserved("a");
		fixture().store().cancel(TOPIC, "a");
		submit("a");
		assertLost(job);
	}

	@Test
	default void aLeaseOnAReplacedJobIsLost() {
		ReservedJob job = givenReserved("a");
		submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
		assertLost(job);
	}

	@Test
	default void aLeaseOnAReplacedJobThatIsReservedAgainIsLost() {
		ReservedJob job = givenReserved("a");
		submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
		ReservedJob replacement = reserveOne();
		assertLost(job);
		assertThat(ack(replacement)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aLeaseOnAJobThatWasDeliveredAgainIsLost() {
		ReservedJob late = givenRunOut("a");
		ReservedJob job = reserveOne();
		assertLost(late);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aLeaseOnAJobWhoseTtrExpiredOnTheLastAttemptIsLost() {
		submit(JobSpec.job("a").maxAttempts(1));
		ReservedJob late = reserveOne();
		advance(TTR);
		reserve(10);
		assertLost(late);
	}

	@Test
	default void aLeaseWithAWrongTokenIsLost() {
		Lease lease = givenReserved("a").lease();
		assertLost(new Lease(TOPIC, "a", TOKENS.next()));
		assertLost(new Lease(TOPIC, "a", lease.token() + "0"));
		assertLost(new Lease(TOPIC, "a", lease.token().substring(1)));
		assertLost(new Lease(TOPIC, "a", ""));
	}

	@Test
	default void aLeaseOnADelayedJobIsLost() {
		givenDelayed("a");
		assertLost(new Lease(TOPIC, "a", TOKENS.next()));
	}

	@Test
	default void aLeaseOnAReadyJobIsLost() {
		givenReady("a");
		assertLost(new Lease(TOPIC, "a", TOKENS.next()));
	}

	@Test
	default void aLeaseOnAnUnknownJobIsLost() {
		submit("b");
		assertLost(new Lease(TOPIC, "a", TOKENS.next()));
	}

	@Test
	default void aLeaseInAnUnknownTopicIsLost() {
		assertLost(new Lease("unknown", "a", TOKENS.next()));
	}

	@Test
	default void aLeaseIsValidOnlyInItsTopic() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		ReservedJob job = givenReserved("a");
		assertThat(settle(new Settlement.Ack(new Lease(OTHER_TOPIC, "a", job.lease().token()))))
			.isEqualTo(SettleResult.LEASE_LOST);
		assertThat(fixture().inspector().find(OTHER_TOPIC, "a")).isPresent();
	}

	@Test
	default void aTokenIsValidOnlyForItsJobs() {
		ReservedJob a = givenReserved("a");
		ReservedJob b = givenReserved("b");
		assertLost(new Lease(TOPIC, "a", b.lease().token()));
		assertThat(ack(a)).isEqualTo(SettleResult.DONE);
	}

	// Batches

	@Test
	default void anEmptyBatchOfSettlementsHasNoResults() {
		assertThat(settleAll()).isEmpty();
	}

	@Test
	default void resultsOfAMixedBatchOfSettlementsAreInOrder() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		Lease other = reserveOther().lease();
		submitMany(6);
		List<Lease> leases = reserve(10).jobs().stream().map(ReservedJob::lease).toList();
		fixture().store().cancel(TOPIC, leases.get(1).id());
		assertThat(settleAll(new Settlement.Ack(leases.get(0)), new Settlement.Ack(leases.get(1)),
				new Settlement.Ack(other), new Settlement.Release(leases.get(2), MINUTE),
				new Settlement.Fail(leases.get(3), REASON, Duration.ZERO), new Settlement.Bury(leases.get(4), REASON),
				new Settlement.Fail(leases.get(5), REASON, null)))
			.containsExactly(SettleResult.DONE, SettleResult.LEASE_LOST, SettleResult.DONE, SettleResult.DONE,
					SettleResult.DONE, SettleResult.DONE, SettleResult.DONE);
		assertThat(fixture().inspector().find(OTHER_TOPIC, "a")).isEmpty();
		assertThat(leases).extracting((lease) -> state(lease.id()).orElse(null))
			.containsExactly(null, null, JobState.DELAYED, JobState.READY, JobState.FAILED, JobState.DELAYED);
	}

	@Test
	default void aLostLeaseAmongAcksIsReportedAndEndsNoOtherLease() {
		submitMany(3);
		List<Lease> leases = reserve(10).jobs().stream().map(ReservedJob::lease).toList();
		submit(JobSpec.job(leases.get(1).id()).onConflict(ConflictPolicy.REPLACE));
		assertThat(settleAll(leases.stream().map(Settlement.Ack::new).toArray(Settlement[]::new)))
			.containsExactly(SettleResult.DONE, SettleResult.LEASE_LOST, SettleResult.DONE);
		assertThat(leases).extracting((lease) -> state(lease.id()).orElse(null))
			.containsExactly(null, JobState.READY, null);
	}

	@Test
	default void theFirstOfTwoSettlementsOfOneLeaseCounts() {
		Lease lease = givenReserved("a").lease();
		assertThat(settleAll(new Settlement.Bury(lease, REASON), new Settlement.Ack(lease)))
			.containsExactly(SettleResult.DONE, SettleResult.LEASE_LOST);
		assertThat(state("a")).contains(JobState.FAILED);
	}

	@Test
	default void theLargestReserveIsAckedInOneBatch() {
		submitMany(2 * ReserveRequest.MAX_LIMIT);
		List<ReservedJob> first = reserve(ReserveRequest.MAX_LIMIT).jobs();
		List<ReservedJob> second = reserve(ReserveRequest.MAX_LIMIT).jobs();
		Settlement[] acks = Stream.concat(first.stream(), second.stream())
			.map((job) -> new Settlement.Ack(job.lease()))
			.toArray(Settlement[]::new);
		assertThat(settleAll(acks)).hasSize(2 * ReserveRequest.MAX_LIMIT).containsOnly(SettleResult.DONE);
		assertThat(fixture().inspector().status(TOPIC).counts().values()).containsOnly(0L);
	}

	@Test
	default void anExpiredJobIsGone() {
		fail(givenReserved("a"), Duration.ZERO);
		ReservedJob first = reserveOne();
		ReservedJob second = givenReserved("b");
		assertThat(settleAll(new Settlement.Expire(first.lease()), new Settlement.Expire(second.lease()),
				new Settlement.Expire(first.lease())))
			.containsExactly(SettleResult.DONE, SettleResult.DONE, SettleResult.LEASE_LOST);
		assertThat(fixture().inspector().find(TOPIC, "a")).isEmpty();
		assertThat(fixture().inspector().status(TOPIC).counts().values()).containsOnly(0L);
		assertThat(submit("a").status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	private void assertLost(ReservedJob job) {
		assertLost(job.lease());
	}

	private void assertLost(Lease lease) {
		String before = snapshot("a");
		assertThat(settleAll(new Settlement.Ack(lease), new Settlement.Release(lease, Duration.ofHours(1)),
				new Settlement.Fail(lease, new FailureReason("late", HOST), Duration.ofHours(1)),
				new Settlement.Fail(lease, new FailureReason("late", HOST), null),
				new Settlement.Bury(lease, new FailureReason("late", HOST)), new Settlement.Expire(lease)))
			.hasSize(6)
			.containsOnly(SettleResult.LEASE_LOST);
		assertThat(touch(lease, Duration.ofHours(1))).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(snapshot("a")).isEqualTo(before);
	}

}
