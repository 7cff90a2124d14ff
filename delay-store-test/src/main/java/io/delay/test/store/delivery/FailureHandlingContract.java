// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveResult;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Failure handling: a job that has failed permanently under a lease whose consumer has a
 * failure handler is delivered to a failure handler before it is FAILED.
 *
 * @since 0.1.0
 */
public interface FailureHandlingContract extends StoreContract {

	/**
	 * The reason why a failure handler failed.
	 */
	FailureReason WHY_NOT_HANDLED = new FailureReason("java.lang.IllegalStateException: no mail", "worker-3.example");

	default ReserveRequest withFailureHandler(ReserveMode mode) {
		return new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, 1, 2), mode);
	}

	default ReservedJob reserveWithFailureHandler() {
		return reserveAfterExpiredLeases(() -> withFailureHandler(ReserveMode.PULL));
	}

	/**
	 * Submit a job and let its only attempt fail at a consumer with a failure handler. No
	 * other job may be ready.
	 */
	default void givenInFailureHandling(String id) {
		submit(id);
		fail(reserveWithFailureHandler(), MINUTE);
	}

	@Test
	default void aFailureOfTheLastAttemptIsHandledBeforeTheJobIsFailed() {
		givenInFailureHandling("a");
		assertTheOnlyJobIs(JobState.READY);
		assertThat(failures("a")).isEqualTo(new JobFailures(1, REASON, now()));
		ReservedJob job = reserveWithFailureHandler();
		assertThat(job.terms().isFailureHandling()).isTrue();
		assertThat(job.terms().failures()).isEqualTo(failures("a"));
		assertThat(job.terms().attempt()).isEqualTo(1);
		assertThat(job.terms().maxAttempts()).isEqualTo(2);
		assertThat(job.record().payload()).asString().isEqualTo("payload of a");
		assertThat(settle(new Settlement.FailureHandled(job.lease()))).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(failures("a")).isEqualTo(job.terms().failures());
	}

	@Test
	default void aHandledFailureCanAlsoDeleteTheJob() {
		givenInFailureHandling("a");
		assertThat(ack(reserveWithFailureHandler())).isEqualTo(SettleResult.DONE);
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void aFailureIsHandledOnlyAfterTheLastAttempt() {
		submit(JobSpec.job("a").maxAttempts(2));
		fail(reserveWithFailureHandler(), Duration.ZERO);
		ReservedJob second = reserveWithFailureHandler();
		assertThat(second.terms().isFailureHandling()).isFalse();
		fail(second, Duration.ZERO);
		assertThat(reserveWithFailureHandler().terms().isFailureHandling()).isTrue();
	}

	@Test
	default void aBuriedJobIsHandledBeforeItIsFailed() {
		submit(JobSpec.job("a").maxAttempts(9));
		assertThat(bury(reserveWithFailureHandler())).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.READY);
		ReservedJob job = reserveWithFailureHandler();
		assertThat(job.terms().failures()).isEqualTo(new JobFailures(1, REASON, now()));
		assertThat(job.terms().maxAttempts()).isEqualTo(2);
	}

	@Test
	default void anExpiredLeaseOfTheLastAttemptIsHandledBeforeTheJobIsFailed() {
		submit("a");
		reserveWithFailureHandler();
		advance(TTR);
		ReservedJob job = reserveWithFailureHandler();
		assertThat(job.terms().failures())
			.isEqualTo(new JobFailures(1, new FailureReason("TTR of 30000 ms elapsed", HOST), now()));
		assertThat(job.terms().attempt()).isEqualTo(1);
		assertThat(failures("a")).isEqualTo(job.terms().failures());
		settle(new Settlement.FailureHandled(job.lease()));
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void aFailureHandlerThatFailsIsCalledAgainAfterTheDelay() {
		givenInFailureHandling("a");
		ReservedJob first = reserveWithFailureHandler();
		assertThat(settle(new Settlement.Fail(first.lease(), WHY_NOT_HANDLED, MINUTE))).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.DELAYED);
		advance(MINUTE.minus(MILLISECOND));
		assertThat(reserve(withFailureHandler(ReserveMode.PULL)).jobs()).isEmpty();
		advance(MILLISECOND);
		ReservedJob second = reserveWithFailureHandler();
		assertThat(second.terms().attempt()).isEqualTo(2);
		assertThat(second.terms().failures()).isEqualTo(first.terms().failures());
		assertThat(second.visibleSince()).isEqualTo(now());
	}

	@Test
	default void aFailureHandlerThatFailsPermanentlyLeavesBothReasons() {
		givenInFailureHandling("a");
		for (int attempt = 1; attempt <= 2; attempt++) {
			settle(new Settlement.Fail(reserveWithFailureHandler().lease(), WHY_NOT_HANDLED, Duration.ZERO));
		}
		assertTheOnlyJobIs(JobState.FAILED);
		assertLastFailure("a", 1,
				new FailureReason(
						"java.io.IOException: no route\n" + "Failure handler: java.lang.IllegalStateException: no mail",
						"worker-3.example"),
				now());
	}

	@Test
	default void aFailureHandlerCanBuryTheJobAtOnce() {
		givenInFailureHandling("a");
		settle(new Settlement.Bury(reserveWithFailureHandler().lease(), WHY_NOT_HANDLED));
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(failures("a").last().error()).contains("no route", "no mail");
	}

	@Test
	default void bothReasonsAreLimitedToHalfTheSize() {
		String error = "\u20AC".repeat(600);
		submit("a");
		settle(new Settlement.Bury(reserveWithFailureHandler().lease(), new FailureReason(error, HOST)));
		settle(new Settlement.Bury(reserveWithFailureHandler().lease(), new FailureReason(error, HOST)));
		String half = "\u20AC".repeat(333);
		assertThat(failures("a").last().error()).isEqualTo(half + "\nFailure handler: " + half);
	}

	@Test
	default void anExpiredLeaseOfAFailureHandlerCountsAsOneOfItsAttempts() {
		givenInFailureHandling("a");
		reserveWithFailureHandler();
		advance(TTR);
		ReservedJob second = reserveWithFailureHandler();
		assertThat(second.terms().attempt()).isEqualTo(2);
		assertThat(second.terms().failures()).isEqualTo(failures("a"));
		advance(TTR);
		FailureReason both = new FailureReason(
				"java.io.IOException: no route\nFailure handler: TTR of 30000 ms elapsed", HOST);
		assertThat(reserve(withFailureHandler(ReserveMode.PULL)).buried()).containsExactly(new BuriedJob("a", 1, both));
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void aFailureHandlerThatEndsItsProcessTwiceIsNotCalledAgain() {
		submit("a");
		ReserveRequest request = new ReserveRequest(TOPIC, HOST + "/poller:9", 10, new ReserveTerms(TTR, 1, 9, null),
				ReserveMode.LISTEN);
		fail(reserveOne(request), MINUTE);
		reportStart(reserveOne(request));
		advance(TTR);
		ReservedJob second = reserveAfterExpiredLeases(() -> request);
		assertThat(second.terms().attempt()).isEqualTo(2);
		assertThat(second.terms().isReportedFirst()).isTrue();
		reportStart(second);
		advance(TTR);
		assertThat(reserve(request).buried()).hasSize(1);
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void aFailureHandlerCanReleaseHandBackAndResubmit() {
		givenInFailureHandling("a");
		assertThat(release(reserveWithFailureHandler(), MINUTE)).isEqualTo(SettleResult.DONE);
		assertThat(reserve(withFailureHandler(ReserveMode.PULL)).jobs()).isEmpty();
		advance(MINUTE);
		ReservedJob released = reserveWithFailureHandler();
		assertThat(released.terms().attempt()).isEqualTo(1);
		assertThat(handBack(released)).isEqualTo(SettleResult.DONE);
		ReservedJob handedBack = reserveWithFailureHandler();
		assertThat(handedBack.terms().attempt()).isEqualTo(1);
		assertThat(handedBack.terms().isFailureHandling()).isTrue();
		assertThat(fixture().store().handBack(TOPIC, handedBack.lease().token())).isOne();
		ReservedJob again = reserveWithFailureHandler();
		assertThat(resubmit(again, "next", Duration.ZERO)).isEqualTo(SettleResult.DONE);
		assertThat(reserveWithFailureHandler().terms().isFailureHandling()).isFalse();
	}

	@Test
	default void aJobThatAFailureHandlerHandsBackIsLeftToOthersForAnotherTtr() {
		givenInFailureHandling("a");
		ReservedJob job = reserveWithFailureHandler();
		assertThat(touch(job, MINUTE)).isEqualTo(SettleResult.DONE);
		advance(MINUTE.minus(MILLISECOND));
		assertThat(handBack(job)).isEqualTo(SettleResult.DONE);
		assertThat(reserve(10).jobs()).isEmpty();
		assertTheOnlyJobIs(JobState.READY);
		assertThat(reserveWithFailureHandler().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aFailureHandlerCanTouchItsLease() {
		givenInFailureHandling("a");
		ReservedJob job = reserveOne(withFailureHandler(ReserveMode.LISTEN));
		assertThat(reportStart(job)).isEqualTo(SettleResult.DONE);
		assertThat(touch(job, MINUTE)).isEqualTo(SettleResult.DONE);
		advance(TTR);
		assertThat(reserve(withFailureHandler(ReserveMode.LISTEN)).jobs()).isEmpty();
		assertThat(settle(new Settlement.FailureHandled(job.lease()))).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void anOrdinaryLeaseIsNotEndedByAFailureHandler() {
		ReservedJob job = givenReserved("a");
		assertThat(settle(new Settlement.FailureHandled(job.lease()))).isEqualTo(SettleResult.LEASE_LOST);
		assertTheOnlyJobIs(JobState.RESERVED);
	}

	@Test
	default void aSettlementOfAFailureHandlerIsCarriedOutOnce() {
		givenInFailureHandling("a");
		ReservedJob job = reserveWithFailureHandler();
		Settlement.FailureHandled handled = new Settlement.FailureHandled(job.lease());
		assertThat(settle(handled)).isEqualTo(SettleResult.DONE);
		kick("a", DueTime.NOW);
		assertThat(settle(handled)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aConsumerWithoutAFailureHandlerLeavesTheJobToOthersForItsTtr() {
		givenInFailureHandling("a");
		submit("b");
		assertThat(reserveIds(10)).containsExactly("b");
		ReserveResult nothing = reserve(10);
		assertThat(nothing.jobs()).isEmpty();
		assertThat(nothing.isolatedLeft()).isFalse();
		assertThat(nothing.nextEvent()).isPositive().isLessThanOrEqualTo(TTR);
		advance(TTR.minus(MILLISECOND));
		assertThat(reserve(10).buried()).isEmpty();
		ReserveRequest late = withFailureHandler(ReserveMode.PULL);
		assertThat(reserve(late).jobs()).singleElement()
			.satisfies((job) -> assertThat(job.terms().isFailureHandling()).isTrue());
	}

	@Test
	default void aJobThatNoFailureHandlerTakesIsFailedAfterOneTtr() {
		givenInFailureHandling("a");
		reserve(10);
		advance(TTR);
		assertThat(reserve(10).buried()).singleElement().satisfies((job) -> {
			assertThat(job.attempts()).isEqualTo(1);
			assertThat(job.reason().error()).isEqualTo("java.io.IOException: no route\n"
					+ "Failure handler: No failure handler took the job within 30000 ms");
		});
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void anExpiredLastAttemptIsLeftToConsumersWithAFailureHandler() {
		submit("a");
		reserveWithFailureHandler();
		advance(TTR);
		ReserveResult nothing = reserve(10);
		assertThat(nothing.jobs()).isEmpty();
		assertThat(nothing.buried()).isEmpty();
		assertThat(reserveWithFailureHandler().terms().isFailureHandling()).isTrue();
	}

	@Test
	default void anExpiredLastAttemptThatNoFailureHandlerTakesIsFailedAfterOneTtr() {
		submit("a");
		reserveWithFailureHandler();
		advance(TTR);
		assertThat(reserve(10).buried()).isEmpty();
		advance(TTR.minus(MILLISECOND));
		assertThat(reserve(10).buried()).isEmpty();
		advance(MILLISECOND);
		assertThat(reserve(10).buried()).singleElement()
			.satisfies((job) -> assertThat(job.reason().error()).contains("TTR of 30000 ms elapsed",
					"No failure handler took the job within 30000 ms"));
	}

	@Test
	default void aPauseStopsTheWaitForAFailureHandler() {
		givenInFailureHandling("a");
		pause();
		advance(TTR.multipliedBy(3));
		administrator().resume(TOPIC);
		assertThat(reserve(10).nextEvent()).isEqualTo(TTR);
		advance(TTR.minus(MILLISECOND));
		assertThat(reserve(10).buried()).isEmpty();
		advance(MILLISECOND);
		assertThat(reserve(10).buried()).hasSize(1);
	}

	@Test
	default void jobsThatWaitForAFailureHandlerDoNotHideExpiredLeases() {
		for (int i = 0; i < 60; i++) {
			submit("job-" + i);
			reserveWithFailureHandler();
		}
		advance(MILLISECOND);
		submit(JobSpec.job("last").maxAttempts(2));
		reserveOne();
		advance(TTR);
		List<String> ids = reserveIds(1);
		for (int i = 0; ids.isEmpty() && i < 16; i++) {
			ids = reserveIds(1);
		}
		assertThat(ids).containsExactly("last");
	}

	@Test
	default void theLeaseDecidesWhetherThereIsAFailureHandler() {
		submit(JobSpec.job("a").maxAttempts(1));
		fail(reserveOne(), Duration.ZERO);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(reserve(withFailureHandler(ReserveMode.PULL)).jobs()).isEmpty();
	}

	@Test
	default void aJobInFailureHandlingCanBeCancelledAndReplaced() {
		givenInFailureHandling("a");
		assertThat(fixture().store().reschedule(TOPIC, "a", DueTime.after(MINUTE))).contains(JobState.READY);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(kick("a", DueTime.NOW)).contains(JobState.DELAYED);
		advance(MINUTE);
		ReservedJob job = reserveWithFailureHandler();
		assertThat(job.terms().isFailureHandling()).isTrue();
		assertThat(fixture().store().cancel(TOPIC, "a")).contains(JobState.RESERVED);
		assertThat(settle(new Settlement.FailureHandled(job.lease()))).isEqualTo(SettleResult.LEASE_LOST);
		givenInFailureHandling("b");
		submit(JobSpec.job("b").onConflict(ConflictPolicy.REPLACE));
		assertThat(reserveWithFailureHandler().terms().isFailureHandling()).isFalse();
		givenInFailureHandling("c");
		assertThat(buryWaiting("c")).contains(JobState.READY);
		assertThat(state("c")).contains(JobState.FAILED);
	}

	@Test
	default void aJobIsHandledWithItsPriority() {
		submitAll(JobSpec.job("a").priority(JobPriority.HIGH));
		fail(reserveWithFailureHandler(), MINUTE);
		settle(new Settlement.FailureHandled(reserveWithFailureHandler().lease()));
		kick("a", DueTime.NOW);
		assertThat(record("a").priority()).isEqualTo(JobPriority.HIGH);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void eachJobHasItsOwnFailureHandling() {
		submit("a");
		submit("b");
		List<ReservedJob> jobs = reserve(withFailureHandler(ReserveMode.PULL)).jobs();
		fail(jobs.get(0), MINUTE);
		ack(jobs.get(1));
		submit("c");
		List<ReservedJob> next = reserve(withFailureHandler(ReserveMode.PULL)).jobs();
		assertThat(next).filteredOn((job) -> job.terms().isFailureHandling())
			.singleElement()
			.satisfies((job) -> assertThat(job.lease().id()).isEqualTo(jobs.get(0).lease().id()));
		assertThat(next).filteredOn((job) -> !job.terms().isFailureHandling())
			.singleElement()
			.satisfies((job) -> assertThat(job.lease().id()).isEqualTo("c"));
	}

}
