// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.ReservedJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The store's clock goes back, as after a failover. If it goes back by up to a minute,
 * ready jobs stay ready, waiting jobs are not delivered early, and new delays are late by
 * this time until the clock has caught up.
 *
 * @since 0.1.0
 */
public interface ClockStepContract extends StoreContract {

	/**
	 * The time by which the clock goes back.
	 */
	Duration STEP = Duration.ofSeconds(30);

	/**
	 * A delay that ends before the clock has caught up.
	 */
	Duration SHORT_DELAY = Duration.ofSeconds(1);

	/**
	 * Submit a job that is ready, then set the clock back.
	 * @param id the id of the job
	 */
	default void givenReadyBeforeTheStep(String id) {
		submit(id);
		advance(STEP.negated());
	}

	@Test
	default void readyJobsStayReadyWhenTheClockGoesBack() {
		givenReadyBeforeTheStep("a");
		assertTheOnlyJobIs(JobState.READY);
		assertThat(state("a")).contains(JobState.READY);
		assertThat(status().oldestReady()).isZero();
		assertThat(reserveOne().lease().id()).isEqualTo("a");
	}

	@Test
	default void waitingJobsAreNotEarlyWhenTheClockGoesBack() {
		submit("a", SHORT_DELAY);
		advance(STEP.negated());
		advance(STEP.plus(SHORT_DELAY).minus(MILLISECOND));
		assertThat(reserveIds(10)).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void newDelaysAreLateAtMostByTheLag() {
		givenReadyBeforeTheStep("a");
		// A partition that has seen no time before the step is not late
		Instant dueTime = submit("a2", SHORT_DELAY).dueTime();
		assertThat(dueTime).isBetween(now().plus(SHORT_DELAY), now().plus(STEP).plus(SHORT_DELAY));
		assertThat(reserveIds(10)).containsExactly("a");
		assertReadyAfter(Duration.between(now(), dueTime));
		ReservedJob job = reserveOne();
		assertThat(job.lease().id()).isEqualTo("a2");
		assertThat(job.dueTime()).isEqualTo(dueTime);
		assertThat(job.visibleSince()).isEqualTo(dueTime);
	}

	@Test
	default void immediateJobsAreReadyAfterTheClockWentBack() {
		givenReadyBeforeTheStep("a");
		advance(SHORT_DELAY);
		submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
		assertTheOnlyJobIs(JobState.READY);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void delaysAreOnTimeOnceTheClockHasCaughtUp() {
		givenReadyBeforeTheStep("a");
		advance(STEP);
		submit(JobSpec.job("a").delay(MILLISECOND).onConflict(ConflictPolicy.REPLACE));
		assertReadyAfter(MILLISECOND);
	}

	@Test
	default void newLeasesEndLateByTheLag() {
		givenReadyBeforeTheStep("a");
		ReservedJob job = reserveOne();
		assertThat(job.terms().deadline()).isEqualTo(now().plus(TTR));
		advance(STEP.plus(TTR).minus(MILLISECOND));
		assertThat(reserveIds(10)).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void touchesDoNotShortenLeases() {
		givenReadyBeforeTheStep("a");
		ReservedJob job = reserve(requestWithTtr(MILLISECOND)).jobs().get(0);
		touch(job, SHORT_DELAY);
		advance(STEP.plus(SHORT_DELAY).minus(MILLISECOND));
		assertThat(reserveIds(10)).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void earlierLeasesDoNotEndEarly() {
		givenReserved("a");
		advance(STEP.negated());
		advance(STEP.plus(TTR).minus(MILLISECOND));
		assertThat(reserveIds(10)).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void expiredLeasesStayExpiredWhenTheClockGoesBack() {
		givenRunOut("a");
		pause();
		advance(STEP.negated());
		administrator().resume(TOPIC);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void newRetriesAreLateByTheLag() {
		givenReadyBeforeTheStep("a");
		fail(reserveOne(), SHORT_DELAY);
		assertReadyAfter(STEP.plus(SHORT_DELAY));
	}

	@Test
	default void releasedJobsAreLateByTheLag() {
		givenReadyBeforeTheStep("a");
		release(reserveOne(), SHORT_DELAY);
		assertReadyAfter(STEP.plus(SHORT_DELAY));
	}

	@Test
	default void kickedJobsAreLateByTheLag() {
		givenFailed("a");
		advance(STEP.negated());
		kick("a", DueTime.after(SHORT_DELAY));
		assertReadyAfter(STEP.plus(SHORT_DELAY));
	}

	@Test
	default void jobsThatAreRescheduledToATimeOfTheLagAreReady() {
		givenReadyBeforeTheStep("a");
		fixture().store().reschedule(TOPIC, "a", DueTime.at(now().plus(SHORT_DELAY)));
		assertTheOnlyJobIs(JobState.READY);
	}

	@Test
	default void jobsThatAreHandedBackStayReadyWhenTheClockGoesBack() {
		ReservedJob job = givenReserved("a");
		advance(STEP.negated());
		handBack(job);
		assertTheOnlyJobIs(JobState.READY);
	}

	@Test
	default void aSecondStepBackMakesNothingEarly() {
		givenReadyBeforeTheStep("a");
		fixture().store().reschedule(TOPIC, "a", DueTime.after(SHORT_DELAY));
		advance(SHORT_DELAY.negated());
		assertReadyAfter(STEP.plus(SHORT_DELAY).plus(SHORT_DELAY));
	}

	@Test
	default void jobsAreOnTimeAfterTheClockWentBackByMoreThanAMinute() {
		submit("a", SHORT_DELAY);
		advance(MINUTE.plus(MILLISECOND).negated());
		submit(JobSpec.job("a").delay(SHORT_DELAY).onConflict(ConflictPolicy.REPLACE));
		advance(SHORT_DELAY.minus(MILLISECOND));
		assertTheOnlyJobIs(JobState.DELAYED);
		advance(MILLISECOND);
		assertTheOnlyJobIs(JobState.READY);
	}

	@Test
	default void theNextEventIsReturnedByTheTimeOfTheClock() {
		givenReadyBeforeTheStep("a");
		fixture().store().reschedule(TOPIC, "a", DueTime.after(SHORT_DELAY));
		assertThat(reserve(10).nextEvent()).isEqualTo(STEP.plus(SHORT_DELAY));
	}

	/**
	 * Assert that the only waiting job becomes ready on time. Moves the clock to that
	 * time.
	 * @param delay the expected time until the job is ready
	 */
	private void assertReadyAfter(Duration delay) {
		advance(delay.minus(MILLISECOND));
		assertTheOnlyWaitingJobIs(JobState.DELAYED);
		advance(MILLISECOND);
		assertTheOnlyWaitingJobIs(JobState.READY);
	}

	private void assertTheOnlyWaitingJobIs(JobState state) {
		assertThat(count(JobState.READY)).as("ready").isEqualTo((state == JobState.READY) ? 1 : 0);
		assertThat(count(JobState.DELAYED)).as("delayed").isEqualTo((state == JobState.DELAYED) ? 1 : 0);
	}

}
