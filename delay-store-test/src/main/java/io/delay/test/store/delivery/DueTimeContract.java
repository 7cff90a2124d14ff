// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Due times: every delivery contains the time when the job was first due and the time
 * when it became ready for this delivery.
 *
 * @since 0.1.0
 */
public interface DueTimeContract extends StoreContract {

	@Test
	default void aFailureKeepsTheDueTime() {
		Instant dueTime = now();
		fail(givenReserved("a"), MINUTE);
		assertDueAndVisible("a", JobState.DELAYED, dueTime, dueTime.plus(MINUTE));
		advance(MINUTE.plusSeconds(1));
		assertDelivered(dueTime, dueTime.plus(MINUTE));
	}

	@Test
	default void aSecondFailureKeepsTheDueTime() {
		Instant dueTime = now();
		fail(givenReserved("a"), Duration.ZERO);
		advance(Duration.ofSeconds(1));
		failUntilLeaseEnds(reserveOne());
		advance(TTR);
		assertDelivered(dueTime, now());
	}

	@Test
	default void aReleaseKeepsTheDueTimeAndRecordsNoFailure() {
		Instant dueTime = now();
		release(givenReserved("a"), MINUTE);
		assertDueAndVisible("a", JobState.DELAYED, dueTime, dueTime.plus(MINUTE));
		assertThat(find("a").failures()).isNull();
		advance(MINUTE);
		ReservedJob job = assertDelivered(dueTime, now());
		assertThat(job.terms().attempt()).isEqualTo(1);
		assertThat(find("a").failures()).isNull();
	}

	@Test
	default void aSecondReleaseAndAFailureKeepTheDueTime() {
		Instant dueTime = now();
		release(givenReserved("a"), Duration.ZERO);
		advance(Duration.ofSeconds(1));
		release(reserveOne(), Duration.ZERO);
		advance(Duration.ofSeconds(1));
		fail(reserveOne(), Duration.ZERO);
		assertThat(failures("a").attempts()).isEqualTo(1);
		assertDelivered(dueTime, now());
	}

	@Test
	default void aReleaseAfterAFailureKeepsTheDueTime() {
		Instant dueTime = now();
		fail(givenReserved("a"), Duration.ZERO);
		advance(Duration.ofSeconds(1));
		release(reserveOne(), Duration.ZERO);
		assertThat(failures("a").attempts()).isEqualTo(1);
		assertDelivered(dueTime, now());
	}

	@Test
	default void aTtrThatExpiredKeepsTheDueTime() {
		Instant dueTime = now();
		givenRunOut("a");
		advance(Duration.ofSeconds(1));
		assertDelivered(dueTime, dueTime.plus(TTR));
		advance(TTR);
		assertDelivered(dueTime, now());
	}

	@Test
	default void aHandBackKeepsTheDueTime() {
		Instant dueTime = now();
		release(givenReserved("a"), MINUTE);
		advance(MINUTE);
		Instant visible = now();
		handBack(reserveOne());
		advance(Duration.ofSeconds(1));
		assertDelivered(dueTime, visible);
	}

	@Test
	default void aReservedJobIsFoundWithItsDueTime() {
		Instant dueTime = now();
		ReservedJob job = givenReserved("a");
		assertDueAndVisible("a", JobState.RESERVED, dueTime, job.terms().deadline());
		touch(job, MINUTE);
		assertThat(find("a").dueTime()).isEqualTo(dueTime);
	}

	@Test
	default void aFailedJobIsFoundWithItsDueTime() {
		Instant dueTime = now();
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		bury(job);
		assertDueAndVisible("a", JobState.FAILED, dueTime, now());
	}

	@Test
	default void aJobThatAnOperatorBuriesKeepsItsDueTime() {
		submit("a", MINUTE);
		buryWaiting("a");
		assertDueAndVisible("a", JobState.FAILED, now().plus(MINUTE), now());
	}

	@Test
	default void aReleasedJobThatAnOperatorBuriesKeepsItsDueTime() {
		Instant dueTime = now();
		release(givenReserved("a"), MINUTE);
		advance(Duration.ofSeconds(1));
		buryWaiting("a");
		assertDueAndVisible("a", JobState.FAILED, dueTime, now());
		assertThat(failures("a").attempts()).isZero();
	}

	@Test
	default void aKickKeepsTheDueTime() {
		Instant dueTime = now();
		givenFailed("a");
		advance(Duration.ofSeconds(1));
		kick("a", DueTime.after(MINUTE));
		assertDueAndVisible("a", JobState.DELAYED, dueTime, now().plus(MINUTE));
		advance(MINUTE);
		assertDelivered(dueTime, now());
	}

	@Test
	default void aRescheduleSetsAnotherDueTime() {
		submit("a", MINUTE);
		Instant dueTime = now().plus(Duration.ofHours(1));
		reschedule(dueTime);
		assertDueAndVisible("a", JobState.DELAYED, dueTime, dueTime);
		advance(Duration.ofHours(2));
		assertDelivered(dueTime, dueTime);
	}

	@Test
	default void aRescheduleOfAJobThatHasFailedSetsAnotherDueTime() {
		givenFailedOnce("a");
		Instant dueTime = now().plus(MINUTE);
		reschedule(dueTime);
		assertDueAndVisible("a", JobState.DELAYED, dueTime, dueTime);
		assertThat(failures("a").attempts()).isEqualTo(1);
		advance(Duration.ofHours(2));
		fail(assertDelivered(dueTime, dueTime), Duration.ZERO);
		assertDelivered(dueTime, now());
	}

	@Test
	default void aRescheduleOfAReleasedJobSetsAnotherDueTime() {
		release(givenReserved("a"), Duration.ZERO);
		Instant dueTime = now().plus(MINUTE);
		reschedule(dueTime);
		assertDueAndVisible("a", JobState.DELAYED, dueTime, dueTime);
		advance(Duration.ofHours(2));
		assertDelivered(dueTime, dueTime);
	}

	@Test
	default void aReplacedJobHasItsOwnDueTime() {
		givenFailedOnce("a");
		advance(Duration.ofSeconds(1));
		submit(JobSpec.job("a").delay(MINUTE).onConflict(ConflictPolicy.REPLACE));
		assertDueAndVisible("a", JobState.DELAYED, now().plus(MINUTE), now().plus(MINUTE));
	}

	private void reschedule(Instant dueTime) {
		fixture().store().reschedule(TOPIC, "a", DueTime.at(dueTime));
	}

	private ReservedJob assertDelivered(Instant dueTime, Instant visibleSince) {
		ReservedJob job = reserveOne();
		assertThat(job.dueTime()).isEqualTo(dueTime);
		assertThat(job.visibleSince()).isEqualTo(visibleSince);
		return job;
	}

	private void assertDueAndVisible(String id, JobState state, Instant dueTime, Instant time) {
		StoredJob job = find(id);
		assertThat(job.state()).isEqualTo(state);
		assertThat(job.dueTime()).isEqualTo(dueTime);
		assertThat(job.time()).isEqualTo(time);
	}

}
