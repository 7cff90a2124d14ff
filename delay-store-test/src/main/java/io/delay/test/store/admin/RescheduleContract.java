// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.JobFailures;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Reschedule: a waiting job gets a new due time, and any other job is unchanged.
 *
 * @since 0.1.0
 */
public interface RescheduleContract extends StoreContract {

	/**
	 * A time that is later than any other time in these tests.
	 */
	DueTime IN_AN_HOUR = DueTime.after(Duration.ofHours(1));

	@Test
	default void aDelayedJobIsPostponed() {
		givenDelayed("a");
		advance(Duration.ofSeconds(1));
		assertThat(reschedule("a", IN_AN_HOUR)).contains(JobState.DELAYED);
		assertThat(find("a").state()).isEqualTo(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(now().plus(Duration.ofHours(1)));
	}

	@Test
	default void aPostponedJobIsNotDeliveredAtItsOldDueTime() {
		givenDelayed("a");
		reschedule("a", IN_AN_HOUR);
		advance(Duration.ofHours(1).minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aDelayedJobIsBroughtForward() {
		givenDelayed("a");
		reschedule("a", DueTime.after(Duration.ofSeconds(1)));
		assertThat(find("a").time()).isEqualTo(now().plusSeconds(1));
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofSeconds(1));
	}

	@Test
	default void aDelayedJobIsMadeReady() {
		givenDelayed("a");
		assertThat(reschedule("a", DueTime.NOW)).contains(JobState.DELAYED);
		assertThat(find("a").state()).isEqualTo(JobState.READY);
		assertThat(find("a").time()).isEqualTo(now());
	}

	@Test
	default void aReadyJobIsPostponed() {
		givenReady("a");
		assertThat(reschedule("a", IN_AN_HOUR)).contains(JobState.READY);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aJobIsRescheduledToAnInstant() {
		givenDelayed("a");
		Instant dueTime = now().plus(Duration.ofDays(3)).plusMillis(7);
		reschedule("a", DueTime.at(dueTime));
		assertThat(find("a").time()).isEqualTo(dueTime);
	}

	@Test
	default void aJobRescheduledIntoThePastIsDueNow() {
		givenDelayed("a");
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		reschedule("a", DueTime.at(begun.minus(MINUTE)));
		assertThat(find("a").time()).isEqualTo(begun);
	}

	@Test
	default void theFractionOfAMillisecondInANewDelayIsRoundedUp() {
		givenDelayed("a");
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		reschedule("a", DueTime.after(Duration.ofNanos(1)));
		assertThat(find("a").time()).isEqualTo(begun.plusMillis(2));
	}

	@Test
	default void aRescheduleKeepsWhatWasSubmitted() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9));
		reschedule("a", DueTime.NOW);
		assertThat(snapshot("a")).isEqualTo("READY " + now() + " payload of a {} PT1M 9 NORMAL null");
	}

	@Test
	default void aRescheduleKeepsTheAttempts() {
		givenFailedOnce("a");
		JobFailures failures = find("a").failures();
		advance(Duration.ofSeconds(1));
		reschedule("a", DueTime.NOW);
		assertThat(find("a").failures()).isEqualTo(failures);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aReservedJobIsNotRescheduled() {
		ReservedJob job = givenReserved("a");
		assertUntouched(JobState.RESERVED);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aJobWhoseLeaseHasExpiredIsNotRescheduled() {
		givenRunOut("a");
		assertUntouched(JobState.RESERVED);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aFailedJobIsNotRescheduled() {
		givenFailed("a");
		assertUntouched(JobState.FAILED);
		advance(Duration.ofHours(2));
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void anUnknownJobIsNotRescheduled() {
		submit("b");
		assertThat(reschedule("a", IN_AN_HOUR)).isEmpty();
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void anUnknownTopicHasNothingToReschedule() {
		assertThat(fixture().store().reschedule("unknown", "a", IN_AN_HOUR)).isEmpty();
	}

	@Test
	default void aRescheduleDoesNotChangeOtherJobs() {
		submitAll(JobSpec.job("a"), JobSpec.job("b"), JobSpec.job("a").topic(OTHER_TOPIC));
		reschedule("a", IN_AN_HOUR);
		assertThat(reserveIds(10)).containsExactly("b");
		assertThat(fixture().inspector().find(OTHER_TOPIC, "a").orElseThrow().state()).isEqualTo(JobState.READY);
	}

	private Optional<JobState> reschedule(String id, DueTime dueTime) {
		return fixture().store().reschedule(TOPIC, id, dueTime);
	}

	private void assertUntouched(JobState state) {
		String before = snapshot("a");
		assertThat(reschedule("a", IN_AN_HOUR)).contains(state);
		assertThat(reschedule("a", DueTime.NOW)).contains(state);
		assertThat(snapshot("a")).isEqualTo(before);
	}

	// Many jobs

	@Test
	default void waitingJobsAreRescheduledTogether() {
		givenFailed("failed");
		givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
		assertThat(administrator().reschedule(TOPIC, List.of("ready", "unknown", "failed", "delayed", "reserved"),
				IN_AN_HOUR))
			.containsExactly(Optional.of(JobState.READY), Optional.empty(), Optional.of(JobState.FAILED),
					Optional.of(JobState.DELAYED), Optional.of(JobState.RESERVED));
		Instant later = now().plus(Duration.ofHours(1));
		assertThat(List.of("ready", "delayed")).allSatisfy((id) -> {
			assertThat(find(id).state()).isEqualTo(JobState.DELAYED);
			assertThat(find(id).time()).isEqualTo(later);
			assertThat(find(id).dueTime()).isEqualTo(later);
		});
		assertThat(state("failed")).contains(JobState.FAILED);
		assertThat(state("reserved")).contains(JobState.RESERVED);
		assertThat(find("failed").dueTime()).isBefore(later);
	}

	@Test
	default void oneCallReschedulesAtMostTheLargestNumberOfJobs() {
		int most = JobStoreAdministrator.MAX_JOBS;
		submitMany(most);
		List<String> ids = IntStream.rangeClosed(0, most).mapToObj("job-%05d"::formatted).toList();
		assertThat(administrator().reschedule(TOPIC, ids.subList(0, most), IN_AN_HOUR)).hasSize(most)
			.containsOnly(Optional.of(JobState.READY));
		assertThat(count(JobState.DELAYED)).isEqualTo(most);
		assertThatIllegalArgumentException().isThrownBy(() -> administrator().reschedule(TOPIC, ids, IN_AN_HOUR));
	}

	@Test
	default void manyRescheduledJobsWakeASleepingConsumer() {
		submit("a", MINUTE);
		submit("b", MINUTE);
		administrator().reschedule(TOPIC, List.of("b", "a"), DueTime.after(Duration.ofSeconds(1)));
		assertThat(reserve(10).nextEvent()).isEqualTo(Duration.ofSeconds(1));
	}

}
