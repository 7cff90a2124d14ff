// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;

import io.delay.admin.failures.FailureCause;
import io.delay.admin.failures.FailureGroup;
import io.delay.admin.failures.FailureGroups;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.DelegatingJobStoreAdministrator;
import io.delay.store.FailureReason;
import io.delay.store.StoredJob;
import io.delay.store.admin.FailedJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

/**
 * Failed jobs, grouped by their cause.
 */
class FailureGroupTests {

	private static final String TOPIC = "orders";

	private static final String BOOM = FailureCause.of("Order 1 failed").key();

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final StepByStep administrator = new StepByStep(this.jobs);

	private final DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.administrator);

	@Test
	void failuresAreGroupedByTheirCause() {
		bury(3, "Order %d failed");
		bury(2, "Shop '%d' is closed");
		assertThat(this.admin.bulk().failureGroups(TOPIC).groups())
			.extracting(FailureGroup::message, FailureGroup::count)
			.containsExactly(tuple("Order # failed", 3L), tuple("Shop '…' is closed", 2L));
		assertThat(this.admin.bulk().failureGroups(TOPIC).complete()).isTrue();
	}

	@Test
	void onlyTheNewestFailuresAreExamined() {
		bury(1, "Shop '%d' is closed");
		this.jobs.advance(Duration.ofMillis(1));
		bury(150, "Order %d failed");
		FailureGroups groups = new FailureScan(this.jobs.store(), TOPIC, 150).groups();
		assertThat(groups.groups()).extracting(FailureGroup::message, FailureGroup::count)
			.containsExactly(tuple("Order # failed", 150L));
		assertThat(groups.examined()).isEqualTo(150);
		assertThat(groups.complete()).isFalse();
	}

	@Test
	@Tag("thorough")
	void tenThousandFailuresAreExamined() {
		this.jobs.failed(TOPIC, FailureScan.MAX_JOBS + 1);
		assertThat(this.admin.bulk().failureGroups(TOPIC).examined()).isEqualTo(FailureScan.MAX_JOBS);
		assertThat(this.admin.bulk().failureGroups(TOPIC).complete()).isFalse();
	}

	@Test
	void aGroupIsKickedAndOthersAreUnchanged() {
		bury(120, "Order %d failed");
		bury(2, "Shop '%d' is closed");
		assertThat(this.admin.bulk().kickGroup(TOPIC, BOOM, Duration.ZERO)).isEqualTo(120);
		assertThat(this.admin.topics().status(TOPIC).count(JobState.READY)).isEqualTo(120);
		assertThat(this.admin.topics().status(TOPIC).count(JobState.FAILED)).isEqualTo(2);
		assertThat(this.admin.bulk().kickGroup(TOPIC, BOOM, Duration.ZERO)).isZero();
	}

	@Test
	void aGroupIsSpreadEvenlyOverATime() {
		bury(100, "Order %d failed");
		this.admin.bulk().kickGroup(TOPIC, BOOM, Duration.ofSeconds(100));
		Instant now = this.jobs.now();
		List<StoredJob> kicked = new ArrayList<>(this.admin.jobs().page(TOPIC, JobState.READY, null, 500).jobs());
		kicked.addAll(this.admin.jobs().page(TOPIC, JobState.DELAYED, null, 500).jobs());
		assertThat(kicked).extracting(StoredJob::time)
			.containsExactlyElementsOf(IntStream.range(0, 100).mapToObj(now::plusSeconds).toList());
	}

	@Test
	void aGroupIsCancelledAndOthersAreUnchanged() {
		bury(60, "Order %d failed");
		bury(2, "Shop '%d' is closed");
		assertThat(this.admin.bulk().cancelGroup(TOPIC, BOOM)).isEqualTo(60);
		assertThat(this.admin.topics().status(TOPIC).counts().values()).containsExactlyInAnyOrder(0L, 0L, 0L, 2L);
	}

	@Test
	void jobsThatFailWithAnotherCauseMeanwhileAreNotKicked() {
		List<String> ids = bury(100, "Order %d failed");
		String last = ids.get(99);
		this.administrator.beforeStep = () -> {
			this.jobs.store().kick(TOPIC, List.of(last), DueTime.NOW);
			this.admin.jobs().bury(TOPIC, last, "closed");
		};
		assertThat(this.admin.bulk().kickGroup(TOPIC, BOOM, Duration.ZERO)).isEqualTo(99);
		assertThat(this.admin.jobs().find(TOPIC, last).orElseThrow().state()).isEqualTo(JobState.FAILED);
	}

	@Test
	void aFailureInALaterStepReportsHowManyJobsWereChanged() {
		bury(120, "Order %d failed");
		this.administrator.failInStep = 3;
		assertThatExceptionOfType(PartlyDoneException.class)
			.isThrownBy(() -> this.admin.bulk().kickGroup(TOPIC, BOOM, Duration.ZERO))
			.withMessage("Kicking failed jobs of topic 'orders' failed after 100 jobs. Repeat the call for the rest")
			.satisfies((failure) -> assertThat(failure.done()).isEqualTo(100));
		this.administrator.failInStep = -1;
		assertThat(this.admin.bulk().cancelGroup(TOPIC, BOOM)).isEqualTo(20);
	}

	@Test
	void invalidInputIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.bulk().failureGroups("bad topic"));
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.bulk().kickGroup(TOPIC, " ", Duration.ZERO));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.bulk().kickGroup(TOPIC, BOOM, Duration.ofSeconds(-1)));
		assertThatIllegalArgumentException().isThrownBy(() -> this.admin.bulk().cancelGroup("bad topic", BOOM));
	}

	private List<String> bury(int count, String reason) {
		List<String> ids = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			String id = reason.substring(0, 1) + "%05d".formatted(i);
			this.jobs.waiting(TOPIC, id, Duration.ZERO);
			this.jobs.store().bury(TOPIC, List.of(id), new FailureReason(reason.formatted(i), "host"));
			ids.add(id);
		}
		return ids;
	}

	private static final class StepByStep extends DelegatingJobStoreAdministrator {

		private final DataAccessResourceFailureException failure = new DataAccessResourceFailureException("gone");

		private Runnable beforeStep = () -> {
		};

		private int failInStep = -1;

		private int steps;

		private StepByStep(StoreWithJobs jobs) {
			super(jobs.store());
		}

		@Override
		public int kickUnchanged(String topic, List<FailedJob> jobs, List<DueTime> dueTimes) {
			if (++this.steps == this.failInStep) {
				throw this.failure;
			}
			if (this.steps == 1) {
				this.beforeStep.run();
			}
			return super.kickUnchanged(topic, jobs, dueTimes);
		}

	}

}
