// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Purge: the jobs of one state are deleted in bounded steps.
 *
 * @since 0.1.0
 */
public interface PurgeContract extends StoreContract {

	@Test
	default void delayedJobsArePurged() {
		assertPurged(JobState.DELAYED, "delayed");
	}

	@Test
	default void readyJobsArePurged() {
		assertPurged(JobState.READY, "ready");
	}

	@Test
	default void reservedJobsArePurged() {
		assertPurged(JobState.RESERVED, "reserved");
	}

	@Test
	default void failedJobsArePurged() {
		assertPurged(JobState.FAILED, "failed");
	}

	@Test
	default void jobsOfEveryPriorityArePurged() {
		submitOfEveryPriority();
		assertThat(purge(JobState.READY, 10)).isEqualTo(3);
		assertThat(status().counts().values()).containsOnly(0L);
	}

	@Test
	default void theLimitOfAPurgeCountsAllPrioritiesTogether() {
		submitOfEveryPriority();
		assertThat(purge(JobState.READY, 2)).isEqualTo(2);
		assertThat(count(JobState.READY)).isEqualTo(1);
	}

	@Test
	default void aJobDueInAMillisecondIsPurgedAsDelayed() {
		submitAll(JobSpec.job("a"), JobSpec.job("b").delay(MILLISECOND));
		assertThat(purge(JobState.DELAYED, 10)).isEqualTo(1);
		assertThat(state("a")).contains(JobState.READY);
		assertThat(purge(JobState.READY, 10)).isEqualTo(1);
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void aPurgeVoidsLeases() {
		ReservedJob job = givenReserved("a");
		purge(JobState.RESERVED, 10);
		assertThat(ack(job)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(touch(job, MINUTE)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(fail(job, MINUTE)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(fixture().store().handBack(TOPIC, job.lease().token())).isZero();
		advance(MINUTE);
		assertThat(reserve(10)).isEqualTo(new ReserveResult(List.of(), null, List.of()));
	}

	@Test
	default void leasesThatHaveExpiredArePurgedAsReserved() {
		givenRunOut("a");
		assertThat(purge(JobState.READY, 10)).isZero();
		assertThat(purge(JobState.RESERVED, 10)).isEqualTo(1);
		assertThat(reserve(10).jobs()).isEmpty();
	}

	@Test
	default void aPurgedJobLeavesNothingBehind() {
		givenFailedOnce("a");
		purge(JobState.READY, 10);
		assertThat(submit("a").status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(find("a").failures()).isNull();
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aPurgeIsDoneInSteps() {
		submitMany(7);
		assertThat(purge(JobState.READY, 3)).isEqualTo(3);
		assertThat(count(JobState.READY)).isEqualTo(4);
		assertThat(purge(JobState.READY, 3)).isEqualTo(3);
		assertThat(purge(JobState.READY, 3)).isEqualTo(1);
		assertThat(purge(JobState.READY, 3)).isZero();
	}

	@Test
	default void oneCallPurgesAtMostTheLargestNumberOfJobs() {
		int most = JobStoreAdministrator.MAX_JOBS;
		submitMany(most + 10);
		assertThat(purge(JobState.READY, most)).isEqualTo(most);
		assertThat(count(JobState.READY)).isEqualTo(10);
		assertThatIllegalArgumentException().isThrownBy(() -> purge(JobState.READY, most + 1));
	}

	@Test
	default void anUnknownTopicHasNothingToPurge() {
		assertThat(administrator().purge("unknown", JobState.READY, 10)).isZero();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aPurgeDoesNotChangeOtherTopics() {
		submitAll(JobSpec.job("a"), JobSpec.job("a").topic(OTHER_TOPIC));
		purge(JobState.READY, 10);
		assertThat(reserveOther().lease().id()).isEqualTo("a");
	}

	@Test
	default void purgedJobsAreNotCountedAsDropped() {
		givenFailed("a");
		purge(JobState.FAILED, 10);
		assertThat(status().dropped()).isZero();
	}

	@Test
	default void allDelayedJobsArePurgedAtOnceOrInSteps() {
		assertAllPurged(JobState.DELAYED);
	}

	@Test
	default void allReadyJobsArePurgedAtOnceOrInSteps() {
		assertAllPurged(JobState.READY);
	}

	@Test
	default void allReservedJobsArePurgedAtOnceOrInSteps() {
		assertAllPurged(JobState.RESERVED);
	}

	@Test
	default void allFailedJobsArePurgedAtOnceOrInSteps() {
		assertAllPurged(JobState.FAILED);
	}

	@Test
	default void allJobsOfSeveralStatesArePurgedAtOnceOrInSteps() {
		givenAJobInEveryState();
		submitOfEveryPriority();
		Set<JobState> states = EnumSet.of(JobState.READY, JobState.RESERVED);
		List<StoredJob> others = jobsOf(EnumSet.complementOf(EnumSet.copyOf(states)));
		assertThat(purgeAll(states)).isEqualTo(2 + JobPriority.values().length);
		assertThat(jobsOf(EnumSet.allOf(JobState.class))).usingRecursiveFieldByFieldElementComparator()
			.isEqualTo(others);
	}

	@Test
	default void aTopicIsEmptyAfterAllStatesWerePurgedAtOnceOrInSteps() {
		ReservedJob reserved = givenReserved("second");
		givenAJobInEveryState();
		assertThat(purgeAll(EnumSet.allOf(JobState.class))).isEqualTo(5);
		assertThat(status().counts().values()).containsOnly(0L);
		assertThat(ack(reserved)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(submit("failed").status()).isEqualTo(SubmitStatus.CREATED);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void remainingJobsCanBeReservedAndSettledAfterAPurgeAtOnce() {
		ReservedJob reserved = givenReserved("reserved");
		givenFailedOnce("ready");
		givenDelayed("delayed");
		purgeAll(EnumSet.of(JobState.DELAYED));
		assertThat(ack(reserved)).isEqualTo(SettleResult.DONE);
		ReservedJob ready = reserveOne();
		assertThat(ready.lease().id()).isEqualTo("ready");
		assertThat(ready.terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aPurgeAtOnceDoesNotCreateATopic() {
		assertThat(administrator().purgeAtOnce("unknown", EnumSet.allOf(JobState.class))).isZero();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aPurgeAtOnceDoesNotChangeOtherTopics() {
		submitAll(JobSpec.job("a"), JobSpec.job("a").topic(OTHER_TOPIC));
		purgeAll(EnumSet.allOf(JobState.class));
		assertThat(reserveOther().lease().id()).isEqualTo("a");
	}

	// What a store does not delete at once is deleted in steps
	private int purgeAll(Set<JobState> states) {
		int deleted = administrator().purgeAtOnce(TOPIC, states);
		for (JobState state : states) {
			deleted += purge(state, JobStoreAdministrator.MAX_JOBS);
		}
		return deleted;
	}

	private List<StoredJob> jobsOf(Set<JobState> states) {
		return states.stream()
			.flatMap((state) -> fixture().inspector().page(new JobPageRequest(TOPIC, state, null, 10)).jobs().stream())
			.toList();
	}

	private int purge(JobState state, int limit) {
		return administrator().purge(TOPIC, state, limit);
	}

	private void submitOfEveryPriority() {
		for (JobPriority priority : JobPriority.values()) {
			submit(JobSpec.job(priority.name()).priority(priority));
		}
	}

	// Checks that only the given job is deleted if there is one job in every state.
	private void assertPurged(JobState state, String id) {
		givenAJobInEveryState();
		assertThat(purge(state, 10)).isEqualTo(1);
		assertThat(status().counts())
			.allSatisfy((counted, jobs) -> assertThat(jobs).as(counted.name()).isEqualTo((counted == state) ? 0 : 1));
		assertThat(state(id)).isEmpty();
	}

	// Checks that the others keep everything if there is one job in every state.
	private void assertAllPurged(JobState state) {
		givenAJobInEveryState();
		List<StoredJob> others = jobsOf(EnumSet.complementOf(EnumSet.of(state)));
		assertThat(purgeAll(EnumSet.of(state))).isEqualTo(1);
		assertThat(jobsOf(EnumSet.allOf(JobState.class))).usingRecursiveFieldByFieldElementComparator()
			.isEqualTo(others);
	}

	private void givenAJobInEveryState() {
		givenFailed("failed");
		givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
	}

}
