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
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Kick: a failed job waits again, and any other job is unchanged.
 *
 * @since 0.1.0
 */
public interface KickContract extends StoreContract {

	@Test
	default void aKickedJobIsReady() {
		givenFailed("a");
		advance(Duration.ofSeconds(1));
		assertThat(kick("a", DueTime.NOW)).contains(JobState.FAILED);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(find("a").time()).isEqualTo(now());
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aJobKickedWithADelayIsDelayed() {
		givenFailed("a");
		assertThat(kick("a", DueTime.after(MINUTE))).contains(JobState.FAILED);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(reserve(10).jobs()).isEmpty();
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aJobIsKickedToAnInstant() {
		givenFailed("a");
		Instant dueTime = now().plus(Duration.ofDays(3)).plusMillis(7);
		kick("a", DueTime.at(dueTime));
		assertThat(find("a").time()).isEqualTo(dueTime);
	}

	@Test
	default void aJobKickedIntoThePastIsDueNow() {
		givenFailed("a");
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		kick("a", DueTime.at(begun.minus(MINUTE)));
		assertThat(find("a").time()).isEqualTo(begun);
	}

	@Test
	default void theFractionOfAMillisecondInTheDelayOfAKickIsRoundedUp() {
		givenFailed("a");
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		kick("a", DueTime.after(Duration.ofNanos(1)));
		assertThat(find("a").time()).isEqualTo(begun.plusMillis(2));
	}

	@Test
	default void theAttemptsOfAKickedJobStartAgainAndItsLastErrorIsKept() {
		givenFailedOnce("a");
		fail(reserveOne(), Duration.ZERO);
		fail(reserveOne(), Duration.ZERO);
		Instant burial = now();
		assertLastFailure("a", 3, REASON, burial);
		advance(Duration.ofSeconds(1));
		kick("a", DueTime.NOW);
		assertLastFailure("a", 0, REASON, burial);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aKickedJobIsDeliveredAsOftenAsANewOne() {
		submit(JobSpec.job("a").maxAttempts(2));
		fail(reserveOne(), Duration.ZERO);
		fail(reserveOne(), Duration.ZERO);
		kick("a", DueTime.NOW);
		fail(reserveOne(), Duration.ZERO);
		assertThat(state("a")).contains(JobState.READY);
		fail(reserveOne(), Duration.ZERO);
		assertThat(state("a")).contains(JobState.FAILED);
		assertThat(failures("a").attempts()).isEqualTo(2);
	}

	@Test
	default void aKickedJobWhoseTtrExpiresHasFailedOnce() {
		givenFailedOnce("a");
		bury(reserveOne());
		kick("a", DueTime.NOW);
		reserveOne();
		advance(TTR);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
		assertThat(failures("a").attempts()).isEqualTo(1);
	}

	@Test
	default void aKickKeepsWhatWasSubmitted() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9));
		bury(reserveOne());
		kick("a", DueTime.NOW);
		assertThat(snapshot("a")).isEqualTo("READY " + now() + " payload of a {} PT1M 9 NORMAL " + failures("a"));
		assertLastFailure("a", 0, REASON, now());
	}

	@Test
	default void aKickVoidsTheLeaseBeforeTheBurial() {
		ReservedJob job = givenReserved("a");
		bury(job);
		kick("a", DueTime.NOW);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		reserveOne();
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertTheOnlyJobIs(JobState.RESERVED);
	}

	@Test
	default void jobsThatHaveNotFailedAreNotKicked() {
		givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
		List<String> ids = List.of("delayed", "ready", "unknown", "reserved");
		List<String> before = ids.stream().map(this::snapshot).toList();
		assertThat(administrator().kick(TOPIC, ids, DueTime.after(Duration.ofHours(1)))).containsExactly(
				Optional.of(JobState.DELAYED), Optional.of(JobState.READY), Optional.empty(),
				Optional.of(JobState.RESERVED));
		assertThat(ids.stream().map(this::snapshot)).containsExactlyElementsOf(before);
	}

	@Test
	default void aJobWhoseLeaseHasExpiredIsNotKicked() {
		givenRunOut("a");
		assertThat(kick("a", DueTime.NOW)).contains(JobState.RESERVED);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void severalJobsAreKickedAtOnce() {
		List.of("a", "b", "c").forEach(this::givenFailed);
		assertThat(administrator().kick(TOPIC, List.of("c", "a"), DueTime.NOW))
			.containsExactly(Optional.of(JobState.FAILED), Optional.of(JobState.FAILED));
		assertHandedOver(reserveIds(10), "a", "c");
		assertThat(state("b")).contains(JobState.FAILED);
	}

	@Test
	default void aKickOfNoIdsHasNoResults() {
		givenFailed("a");
		assertThat(administrator().kick(TOPIC, List.of(), DueTime.NOW)).isEmpty();
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void anUnknownTopicHasNothingToKick() {
		assertThat(administrator().kick("unknown", List.of("a"), DueTime.NOW)).containsExactly(Optional.empty());
		assertThat(administrator().kickOldest("unknown", 10, DueTime.NOW)).isZero();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aKickDoesNotChangeOtherTopics() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		bury(reserveOther());
		givenFailed("a");
		kick("a", DueTime.NOW);
		administrator().kickOldest(TOPIC, 10, DueTime.NOW);
		assertThat(fixture().inspector().find(OTHER_TOPIC, "a").orElseThrow().state()).isEqualTo(JobState.FAILED);
	}

	@Test
	default void oneCallKicksAtMostTheLargestNumberOfJobs() {
		int most = JobStoreAdministrator.MAX_JOBS;
		submitMany(most);
		List<String> ids = IntStream.range(0, most).mapToObj("job-%05d"::formatted).toList();
		administrator().bury(TOPIC, ids, REASON);
		assertThat(administrator().kick(TOPIC, ids, DueTime.NOW)).hasSize(most)
			.containsOnly(Optional.of(JobState.FAILED));
		assertThat(count(JobState.READY)).isEqualTo(most);
		List<String> tooMany = IntStream.rangeClosed(0, most).mapToObj("job-%05d"::formatted).toList();
		assertThatIllegalArgumentException().isThrownBy(() -> administrator().kick(TOPIC, tooMany, DueTime.NOW));
	}

	// The oldest failed jobs

	@Test
	default void theJobsThatWereBuriedFirstAreKickedFirst() {
		List.of("c", "a", "b").forEach((id) -> {
			givenFailed(id);
			advance(Duration.ofSeconds(1));
		});
		assertThat(administrator().kickOldest(TOPIC, 2, DueTime.NOW)).isEqualTo(2);
		assertHandedOver(reserveIds(10), "a", "c");
		assertThat(state("b")).contains(JobState.FAILED);
	}

	@Test
	default void jobsBuriedTogetherAreKickedInOrderOfTheBytesOfTheirIds() {
		List<String> ids = List.of("\uD83D\uDE00", "\uFB00", "z", "A");
		ids.forEach(this::givenFailed);
		assertThat(administrator().kickOldest(TOPIC, 3, DueTime.NOW)).isEqualTo(3);
		assertThat(state("\uD83D\uDE00")).contains(JobState.FAILED);
		assertHandedOver(reserveIds(10), "A", "z", "\uFB00");
	}

	@Test
	default void fewerFailedJobsThanTheLimitAreAllKicked() {
		givenFailed("a");
		assertThat(administrator().kickOldest(TOPIC, 10, DueTime.after(MINUTE))).isEqualTo(1);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
		assertThat(administrator().kickOldest(TOPIC, 10, DueTime.NOW)).isZero();
		assertTheOnlyJobIs(JobState.DELAYED);
	}

	@Test
	default void theAttemptsOfTheOldestStartAgainAndTheirLastErrorsAreKept() {
		givenFailedOnce("a");
		bury(reserveOne());
		administrator().kickOldest(TOPIC, 1, DueTime.NOW);
		assertLastFailure("a", 0, REASON, now());
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aKickOfTheOldestIgnoresJobsThatHaveNotFailed() {
		givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
		assertThat(administrator().kickOldest(TOPIC, 10, DueTime.NOW)).isZero();
		assertThat(count(JobState.READY)).isEqualTo(1);
	}

	@Test
	default void oneCallKicksAtMostTheLargestNumberOfOldestJobs() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> administrator().kickOldest(TOPIC, JobStoreAdministrator.MAX_JOBS + 1, DueTime.NOW));
	}

	// Wake-ups

	@Test
	default void theNextEventIsTheDueTimeOfAKickedJob() {
		givenFailed("a");
		kick("a", DueTime.after(MINUTE));
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

}
