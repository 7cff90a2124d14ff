// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Cancel: a job is deleted, regardless of its state.
 *
 * @since 0.1.0
 */
public interface CancelContract extends StoreContract {

	@Test
	default void aDelayedJobIsCancelled() {
		givenDelayed("a");
		assertThat(cancel("a")).contains(JobState.DELAYED);
		assertGone();
	}

	@Test
	default void aReadyJobIsCancelled() {
		givenReady("a");
		assertThat(cancel("a")).contains(JobState.READY);
		assertGone();
	}

	@Test
	default void aReservedJobIsCancelled() {
		givenReserved("a");
		assertThat(cancel("a")).contains(JobState.RESERVED);
		assertGone();
	}

	@Test
	default void aJobWhoseLeaseHasExpiredIsCancelled() {
		givenRunOut("a");
		assertThat(cancel("a")).contains(JobState.RESERVED);
		assertGone();
	}

	@Test
	default void aFailedJobIsCancelled() {
		givenFailed("a");
		assertThat(cancel("a")).contains(JobState.FAILED);
		assertGone();
	}

	@Test
	default void anUnknownJobIsNotFoundByCancel() {
		submit("b");
		assertThat(cancel("a")).isEmpty();
	}

	@Test
	default void anUnknownTopicHasNothingToCancel() {
		assertThat(fixture().store().cancel("unknown", "a")).isEmpty();
	}

	@Test
	default void aJobIsCancelledOnce() {
		givenDelayed("a");
		cancel("a");
		assertThat(cancel("a")).isEmpty();
	}

	@Test
	default void aCancelMakesTheLeaseVoid() {
		ReservedJob job = givenReserved("a");
		cancel("a");
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(release(job, MINUTE)).isEqualTo(SettleResult.LEASE_LOST);
		assertGone();
	}

	@Test
	default void aCancelFreesTheIdAndForgetsTheFailures() {
		givenFailedOnce("a");
		cancel("a");
		assertThat(submit("a").status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(find("a").failures()).isNull();
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aCancelDoesNotChangeOtherJobs() {
		submitAll(JobSpec.job("a"), JobSpec.job("b"), JobSpec.job("a").topic(OTHER_TOPIC));
		cancel("a");
		assertThat(reserveIds(10)).containsExactly("b");
		assertThat(fixture().inspector().find(OTHER_TOPIC, "a")).isPresent();
	}

	private Optional<JobState> cancel(String id) {
		return fixture().store().cancel(TOPIC, id);
	}

	private void assertGone() {
		assertThat(state("a")).isEmpty();
		assertThat(fixture().inspector().status(TOPIC).counts().values()).containsOnly(0L);
		advance(MINUTE);
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	// Many jobs

	@Test
	default void jobsInAnyStateAreCancelledTogether() {
		givenFailed("failed");
		ReservedJob reserved = givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
		givenDelayed("kept");
		assertThat(administrator().cancel(TOPIC, List.of("ready", "unknown", "failed", "delayed", "reserved")))
			.containsExactly(Optional.of(JobState.READY), Optional.empty(), Optional.of(JobState.FAILED),
					Optional.of(JobState.DELAYED), Optional.of(JobState.RESERVED));
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(state("kept")).contains(JobState.DELAYED);
		assertThat(ack(reserved)).isEqualTo(SettleResult.LEASE_LOST);
	}

	@Test
	default void oneCallCancelsAtMostTheLargestNumberOfJobs() {
		int most = JobStoreAdministrator.MAX_JOBS;
		submitMany(most);
		List<String> ids = IntStream.rangeClosed(0, most).mapToObj("job-%05d"::formatted).toList();
		assertThat(administrator().cancel(TOPIC, ids.subList(0, most))).hasSize(most)
			.containsOnly(Optional.of(JobState.READY));
		assertThat(count(JobState.READY)).isZero();
		assertThatIllegalArgumentException().isThrownBy(() -> administrator().cancel(TOPIC, ids));
		assertThat(administrator().cancel(TOPIC, List.of())).isEmpty();
	}

}
