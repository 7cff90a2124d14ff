// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.JobFailures;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Bury by an administrator: a waiting job is buried, and any other job is unchanged.
 *
 * @since 0.1.0
 */
public interface AdministrativeBuryContract extends StoreContract {

	@Test
	default void aDelayedJobIsBuried() {
		givenDelayed("a");
		advance(Duration.ofSeconds(1));
		assertThat(buryWaiting("a")).contains(JobState.DELAYED);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(find("a").time()).isEqualTo(now());
		assertThat(find("a").failures()).isEqualTo(new JobFailures(0, REASON, now()));
	}

	@Test
	default void aReadyJobIsBuried() {
		givenReady("a");
		advance(Duration.ofSeconds(1));
		assertThat(buryWaiting("a")).contains(JobState.READY);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(find("a").time()).isEqualTo(now());
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	@Test
	default void theTimeOfABurialIsRoundedDown() {
		givenReady("a");
		Instant begun = now();
		advance(Duration.ofNanos(400_000));
		buryWaiting("a");
		assertThat(find("a").time()).isEqualTo(begun);
		assertThat(failures("a").time()).isEqualTo(begun);
	}

	@Test
	default void theAttemptsOfAJobBuriedWhileItWaitsAreKept() {
		givenFailedOnce("a");
		fail(reserveOne(), MINUTE);
		advance(Duration.ofSeconds(1));
		buryWaiting("a");
		assertLastFailure("a", 2, REASON, now());
	}

	@Test
	default void aJobBuriedWhileItWaitsKeepsWhatWasSubmitted() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9));
		buryWaiting("a");
		assertThat(snapshot("a"))
			.isEqualTo("FAILED " + now() + " payload of a {} PT1M 9 NORMAL " + new JobFailures(0, REASON, now()));
	}

	@Test
	default void aReservedJobIsNotBuriedByAnAdministrator() {
		ReservedJob job = givenReserved("a");
		assertNotBuried("a", JobState.RESERVED);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aJobWhoseLeaseHasExpiredIsNotBuriedByAnAdministrator() {
		givenRunOut("a");
		assertNotBuried("a", JobState.RESERVED);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aFailedJobIsNotBuriedAgain() {
		givenFailed("a");
		advance(Duration.ofSeconds(1));
		assertNotBuried("a", JobState.FAILED);
	}

	@Test
	default void severalJobsAreBuriedAtOnce() {
		givenReserved("reserved");
		submitAll(JobSpec.job("ready"), JobSpec.job("other"), JobSpec.job("delayed").delay(MINUTE));
		assertThat(administrator().bury(TOPIC, List.of("unknown", "reserved", "delayed", "ready"), REASON))
			.containsExactly(Optional.empty(), Optional.of(JobState.RESERVED), Optional.of(JobState.DELAYED),
					Optional.of(JobState.READY));
		assertThat(count(JobState.FAILED)).isEqualTo(2);
		assertThat(state("unknown")).isEmpty();
		assertThat(reserveIds(10)).containsExactly("other");
	}

	@Test
	default void anUnknownTopicHasNothingToBury() {
		assertThat(administrator().bury("unknown", List.of("a"), REASON)).containsExactly(Optional.empty());
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aBurialDoesNotChangeOtherTopics() {
		submitAll(JobSpec.job("a"), JobSpec.job("a").topic(OTHER_TOPIC));
		buryWaiting("a");
		assertThat(reserveOther().lease().id()).isEqualTo("a");
	}

	@Test
	default void oneCallBuriesAtMostTheLargestNumberOfJobs() {
		List<String> tooMany = IntStream.rangeClosed(0, JobStoreAdministrator.MAX_JOBS)
			.mapToObj("job-%05d"::formatted)
			.toList();
		assertThatIllegalArgumentException().isThrownBy(() -> administrator().bury(TOPIC, tooMany, REASON));
	}

	@Test
	default void theNextEventIsNoLongerTheDueTimeOfAJobThatIsBuried() {
		submit("a", Duration.ofSeconds(1));
		submit("b", MINUTE);
		buryWaiting("a");
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

	private void assertNotBuried(String id, JobState state) {
		String before = snapshot(id);
		assertThat(buryWaiting(id)).contains(state);
		assertThat(snapshot(id)).isEqualTo(before);
	}

}
