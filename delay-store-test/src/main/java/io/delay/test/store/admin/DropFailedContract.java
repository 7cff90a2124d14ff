// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.admin.FailedRetention;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Retention: failed jobs that exceed an age or count limit are dropped and counted,
 * oldest first.
 *
 * @since 0.1.0
 */
public interface DropFailedContract extends StoreContract {

	@Test
	default void withoutRetentionNothingIsDropped() {
		givenFailedEverySecond("a", "b");
		advance(Duration.ofDays(1000));
		assertThat(drop(FailedRetention.UNLIMITED)).isZero();
		assertThat(count(JobState.FAILED)).isEqualTo(2);
		assertThat(status().dropped()).isZero();
	}

	@Test
	default void aJobIsKeptUntilItIsOlderThanTheMaxAge() {
		givenFailed("a");
		advance(MINUTE);
		assertThat(drop(ofAge(MINUTE))).isZero();
		advance(MILLISECOND);
		assertThat(drop(ofAge(MINUTE))).isEqualTo(1);
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void aJobIsNotDroppedAMicrosecondEarly() {
		givenFailed("a");
		advance(MINUTE.plusNanos(999_000));
		assertThat(drop(ofAge(MINUTE))).isZero();
	}

	@Test
	default void theFractionOfAMillisecondInTheMaxAgeIsRoundedUp() {
		givenFailed("a");
		advance(MINUTE.plusMillis(1));
		assertThat(drop(ofAge(MINUTE.plusNanos(1)))).isZero();
		advance(MILLISECOND);
		assertThat(drop(ofAge(MINUTE.plusNanos(1)))).isEqualTo(1);
	}

	@Test
	default void onlyTheJobsThatAreTooOldAreDropped() {
		givenFailedEverySecond("c", "a", "b");
		// The jobs are three, two and one seconds old
		assertThat(drop(ofAge(Duration.ofMillis(1500)))).isEqualTo(2);
		assertThat(state("b")).contains(JobState.FAILED);
		assertThat(count(JobState.FAILED)).isEqualTo(1);
	}

	@Test
	default void onlyJobsAboveTheMaxCountAreDropped() {
		givenFailedEverySecond("c", "a", "b");
		assertThat(drop(ofCount(2))).isEqualTo(1);
		assertThat(state("c")).isEmpty();
		assertThat(drop(ofCount(2))).isZero();
		assertThat(count(JobState.FAILED)).isEqualTo(2);
	}

	@Test
	default void jobsBuriedTogetherAreDroppedInOrderOfTheBytesOfTheirIds() {
		List.of("\uD83D\uDE00", "z", "\uFB00", "A").forEach(this::givenFailed);
		assertThat(drop(ofCount(1))).isEqualTo(3);
		assertThat(state("\uD83D\uDE00")).contains(JobState.FAILED);
	}

	@Test
	default void jobsBuriedTogetherAreDroppedInSeveralCalls() {
		List.of("a", "b", "c").forEach(this::givenFailed);
		for (int call = 0; call < 3; call++) {
			assertThat(administrator().dropFailed(TOPIC, ofCount(0), 1)).isOne();
		}
		assertThat(count(JobState.FAILED)).isZero();
	}

	@Test
	default void aMaxCountOfZeroKeepsNothing() {
		givenFailedEverySecond("a", "b");
		assertThat(drop(ofCount(0))).isEqualTo(2);
		assertThat(count(JobState.FAILED)).isZero();
	}

	@Test
	default void jobsAreDroppedByAgeOrByCount() {
		givenFailedEverySecond("a", "b", "c");
		assertThat(drop(new FailedRetention(Duration.ofMillis(2500), 10))).isEqualTo(1);
		assertThat(state("a")).isEmpty();
		assertThat(drop(new FailedRetention(MINUTE, 1))).isEqualTo(1);
		assertThat(state("b")).isEmpty();
		assertThat(state("c")).contains(JobState.FAILED);
	}

	@Test
	default void droppedJobsAreCounted() {
		givenFailedEverySecond("a", "b", "c");
		drop(ofCount(1));
		assertThat(status().dropped()).isEqualTo(2);
		drop(ofCount(0));
		assertThat(status().dropped()).isEqualTo(3);
		drop(ofCount(0));
		assertThat(status().dropped()).isEqualTo(3);
	}

	@Test
	default void onlyFailedJobsAreDropped() {
		givenFailed("failed");
		givenReserved("reserved");
		givenReady("ready");
		submit("delayed", Duration.ofDays(9));
		advance(Duration.ofDays(1));
		assertThat(drop(new FailedRetention(MILLISECOND, 0))).isEqualTo(1);
		assertThat(count(JobState.RESERVED)).isEqualTo(1);
		assertThat(count(JobState.READY)).isEqualTo(1);
		assertThat(count(JobState.DELAYED)).isEqualTo(1);
		assertThat(count(JobState.FAILED)).isZero();
	}

	@Test
	default void aDroppedJobLeavesNothingBehind() {
		givenFailed("a");
		drop(ofCount(0));
		assertThat(submit("a").status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(find("a").failures()).isNull();
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void jobsAreDroppedInSteps() {
		givenFailedEverySecond("a", "b", "c", "d", "e");
		assertThat(administrator().dropFailed(TOPIC, ofCount(1), 3)).isEqualTo(3);
		assertThat(state("d")).contains(JobState.FAILED);
		assertThat(administrator().dropFailed(TOPIC, ofCount(1), 3)).isEqualTo(1);
		assertThat(state("d")).isEmpty();
		assertThat(state("e")).contains(JobState.FAILED);
		assertThat(status().dropped()).isEqualTo(4);
	}

	@Test
	default void theLimitHoldsForJobsThatAreTooOld() {
		givenFailedEverySecond("a", "b", "c");
		advance(MINUTE);
		assertThat(administrator().dropFailed(TOPIC, ofAge(MILLISECOND), 2)).isEqualTo(2);
		assertThat(state("c")).contains(JobState.FAILED);
	}

	@Test
	default void oneCallDropsAtMostTheLargestNumberOfJobs() {
		int most = JobStoreAdministrator.MAX_JOBS;
		submitMany(most);
		administrator().bury(TOPIC, IntStream.range(0, most).mapToObj("job-%05d"::formatted).toList(), REASON);
		assertThat(administrator().dropFailed(TOPIC, ofCount(0), most)).isEqualTo(most);
		assertThat(status().dropped()).isEqualTo(most);
		assertThatIllegalArgumentException().isThrownBy(() -> administrator().dropFailed(TOPIC, ofCount(0), most + 1));
	}

	@Test
	default void anUnknownTopicHasNothingToDrop() {
		assertThat(administrator().dropFailed("unknown", ofCount(0), 10)).isZero();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void topicsAreDroppedFromAndCountedSeparately() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		bury(reserveOther());
		givenFailed("a");
		drop(ofCount(0));
		assertThat(fixture().inspector().find(OTHER_TOPIC, "a")).isPresent();
		assertThat(fixture().inspector().status(OTHER_TOPIC).dropped()).isZero();
	}

	private int drop(FailedRetention retention) {
		return administrator().dropFailed(TOPIC, retention, 10);
	}

	private static FailedRetention ofAge(Duration maxAge) {
		return new FailedRetention(maxAge, null);
	}

	private static FailedRetention ofCount(int maxCount) {
		return new FailedRetention(null, maxCount);
	}

	private void givenFailedEverySecond(String... ids) {
		for (String id : ids) {
			givenFailed(id);
			advance(Duration.ofSeconds(1));
		}
	}

}
