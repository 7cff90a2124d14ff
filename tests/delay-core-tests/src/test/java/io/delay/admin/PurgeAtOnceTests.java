// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.event.DelayAdminEvent;
import io.delay.job.JobState;
import io.delay.store.DelegatingJobStoreAdministrator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Purges of a store that deletes some of the jobs at once.
 */
@Timeout(30)
class PurgeAtOnceTests {

	private static final String TOPIC = "orders";

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final StoreThatPurgesAtOnce administrator = new StoreThatPurgesAtOnce();

	private final DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator);

	private void givenReady(int count) {
		IntStream.range(0, count).forEach((i) -> this.jobs.waiting(TOPIC, "ready-" + i, Duration.ZERO));
	}

	@Test
	void jobsAreDeletedWithoutAStep() {
		givenReady(300);
		this.administrator.most = 300;
		assertThat(this.admin.bulk().purge(TOPIC, JobState.READY)).isEqualTo(300);
		assertThat(this.administrator.calls).containsExactly("at once [READY]");
	}

	@Test
	void remainingJobsAreDeletedInSteps() {
		givenReady(300);
		this.administrator.most = 250;
		assertThat(this.admin.bulk().purge(TOPIC, JobState.READY, BulkRequest.ALL))
			.isEqualTo(new BulkResult(300, 300, 300, null));
		assertThat(this.administrator.calls).containsExactly("at once [READY]", "step of 50");
	}

	@Test
	void allStatesOfATopicAreDeletedTogether() {
		givenReady(3);
		this.jobs.failed(TOPIC, 4);
		this.administrator.most = 2;
		assertThat(this.admin.bulk().purge(TOPIC)).isEqualTo(7);
		assertThat(this.administrator.calls).containsExactly("at once [DELAYED, READY, RESERVED, FAILED]", "step of 1",
				"step of 4");
	}

	@Test
	void aLimitIsRespected() {
		givenReady(300);
		this.administrator.most = 300;
		BulkResult first = this.admin.bulk().purge(TOPIC, JobState.READY, BulkRequest.first(50));
		assertThat(first.jobs()).isEqualTo(50);
		this.admin.bulk().purge(TOPIC, JobState.READY, new BulkRequest(first.next(), Integer.MAX_VALUE));
		assertThat(this.administrator.calls).containsExactly("step of 50", "step of 100", "step of 75", "step of 75");
	}

	@Test
	void aLaterFailureReportsHowManyJobsWereDeleted() {
		givenReady(300);
		this.administrator.most = 250;
		this.administrator.failureOfStep = new DataAccessResourceFailureException("away");
		assertThatExceptionOfType(PartlyDoneException.class)
			.isThrownBy(() -> this.admin.bulk().purge(TOPIC, JobState.READY, BulkRequest.ALL))
			.satisfies((failure) -> assertThat(failure.done()).isEqualTo(250));
	}

	@Test
	void theOperatorIsRecordedWithTheNumberOfAllJobs() {
		givenReady(300);
		this.administrator.most = 250;
		List<DelayAdminEvent> events = new ArrayList<>();
		DelayAdmin recorded = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator,
				DelayAdminOptions.defaults().withEvents(events::add));
		recorded.bulk().purge(TOPIC, JobState.READY);
		assertThat(events).singleElement().extracting(DelayAdminEvent::jobs).isEqualTo(300L);
	}

	/**
	 * Deletes at most a given number of jobs at once, so that others are left.
	 */
	private final class StoreThatPurgesAtOnce extends DelegatingJobStoreAdministrator {

		private final List<String> calls = new ArrayList<>();

		private int most;

		private @Nullable DataAccessException failureOfStep;

		StoreThatPurgesAtOnce() {
			super(PurgeAtOnceTests.this.jobs.store());
		}

		@Override
		public int purgeAtOnce(String topic, Set<JobState> states) {
			this.calls.add("at once " + EnumSet.copyOf(states));
			int deleted = 0;
			for (JobState state : states) {
				deleted += super.purge(topic, state, this.most - deleted);
			}
			return deleted;
		}

		@Override
		public int purge(String topic, JobState state, int limit) {
			this.calls.add("step of " + limit);
			if (this.failureOfStep != null) {
				throw this.failureOfStep;
			}
			return super.purge(topic, state, limit);
		}

	}

}
