// SPDX-License-Identifier: Apache-2.0

package io.delay.admin;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.delay.admin.bulk.BulkPosition;
import io.delay.admin.bulk.BulkRequest;
import io.delay.admin.bulk.BulkResult;
import io.delay.admin.failures.FailureCause;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.StoredJob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Operations on all jobs of a state or a cause in several calls.
 */
@Timeout(30)
class BulkOperationTests {

	private static final String TOPIC = "orders";

	private static final String CAUSE = FailureCause.of("broken").key();

	private final StoreWithJobs jobs = new StoreWithJobs();

	private final DelayAdmin admin = new DelayAdmin(this.jobs.store(), this.jobs.store(), this.jobs.store(),
			DelayAdminOptions.defaults().withClock(this.jobs::now));

	@Test
	void failedJobsAreKickedInSeveralCalls() {
		this.jobs.failed(TOPIC, 700);
		BulkResult first = kickAll(null, 250);
		assertThat(first.jobs()).isEqualTo(250);
		assertThat(first.done()).isEqualTo(250);
		assertThat(first.total()).isEqualTo(700);
		assertThat(this.admin.topics().status(TOPIC).count(JobState.FAILED)).isEqualTo(450);
		BulkResult second = kickAll(first.next(), 250);
		assertThat(second).extracting(BulkResult::jobs, BulkResult::done, BulkResult::total)
			.containsExactly(250L, 500L, 700L);
		BulkResult third = kickAll(second.next(), 250);
		assertThat(third).isEqualTo(new BulkResult(200, 700, 700, null));
		assertThat(this.admin.topics().status(TOPIC).count(JobState.FAILED)).isZero();
	}

	@Test
	void jobsThatFailAgainAreNotKickedByALaterCall() {
		List<String> ids = this.jobs.failed(TOPIC, 300);
		List<BulkResult> results = all((after) -> {
			BulkResult result = kickAll(after, 120);
			this.jobs.advance(Duration.ofMillis(1));
			ids.forEach((id) -> this.jobs.store().bury(TOPIC, List.of(id), new FailureReason("again", "host")));
			return result;
		});
		assertThat(results).extracting(BulkResult::jobs).containsExactly(120L, 120L, 60L);
		assertThat(failed()).hasSize(300)
			.allSatisfy((job) -> assertThat(job.failures().last().error()).isEqualTo("again"));
	}

	@Test
	void anOperationEndsWhenNoJobsAreLeft() {
		this.jobs.failed(TOPIC, 300);
		BulkPosition next = kickAll(null, 100).next();
		this.admin.bulk().purge(TOPIC, JobState.FAILED);
		assertThat(kickAll(next, 100)).isEqualTo(new BulkResult(0, 100, 300, null));
		assertThat(kickAll(null, 100)).isEqualTo(new BulkResult(0, 0, 0, null));
	}

	@Test
	void aCallForTheExactNumberOfJobsIsTheLastOne() {
		this.jobs.failed(TOPIC, 100);
		assertThat(kickAll(null, 100)).isEqualTo(new BulkResult(100, 100, 100, null));
	}

	@Test
	void aStateIsPurgedInSeveralCalls() {
		IntStream.range(0, 250).forEach((i) -> this.jobs.waiting(TOPIC, "ready-" + i, Duration.ZERO));
		this.jobs.failed(TOPIC, 3);
		List<BulkResult> results = all(
				(after) -> this.admin.bulk().purge(TOPIC, JobState.READY, new BulkRequest(after, 100)));
		assertThat(results).extracting(BulkResult::done).containsExactly(100L, 200L, 250L);
		assertThat(this.admin.topics().status(TOPIC).counts()).containsAllEntriesOf(
				Map.of(JobState.DELAYED, 0L, JobState.READY, 0L, JobState.RESERVED, 0L, JobState.FAILED, 3L));
	}

	@Test
	void aGroupIsSpreadEvenlyFromTheFirstCallOn() {
		this.jobs.failed(TOPIC, 100);
		Instant begin = this.jobs.now();
		all((after) -> {
			BulkResult result = kickGroup(Duration.ofSeconds(100), after, 40);
			this.jobs.advance(Duration.ofSeconds(50));
			return result;
		});
		List<StoredJob> kicked = new ArrayList<>();
		for (JobState state : List.of(JobState.READY, JobState.DELAYED)) {
			kicked.addAll(this.admin.jobs().page(TOPIC, state, null, 500).jobs());
		}
		Map<String, Instant> times = kicked.stream().collect(Collectors.toMap(StoredJob::id, StoredJob::time));
		assertThat(times).hasSize(100);
		times.forEach((id, time) -> {
			int index = Integer.parseInt(id);
			Instant called = begin.plusSeconds(50L * (index / 40));
			Instant planned = begin.plusSeconds(index);
			assertThat(time).as(id).isEqualTo(planned.isBefore(called) ? called : planned);
		});
	}

	@Test
	void aGroupIsSpreadEvenlyIfTheClockOfAnotherInstanceIsBehind() {
		this.jobs.failed(TOPIC, 10);
		BulkPosition next = kickGroup(Duration.ofSeconds(10), null, 5).next();
		BulkPosition ahead = new BulkPosition(next.begin().plusSeconds(60), next.until(), next.total(), next.done());
		kickGroup(Duration.ofSeconds(10), ahead, 5);
		assertThat(this.admin.jobs().page(TOPIC, JobState.DELAYED, null, 500).jobs()).extracting(StoredJob::time)
			.containsExactlyElementsOf(
					IntStream.range(1, 10).mapToObj((index) -> this.jobs.now().plusSeconds(index)).toList());
	}

	@Test
	void jobsThatFailAgainAfterTheirKickAreNotKickedTwice() {
		List<String> ids = this.jobs.failed(TOPIC, 120);
		List<BulkResult> results = all((after) -> {
			BulkResult result = kickGroup(Duration.ZERO, after, 50);
			this.jobs.advance(Duration.ofMillis(1));
			ids.forEach((id) -> this.jobs.store().bury(TOPIC, List.of(id), new FailureReason("broken", "again")));
			// Another operator takes some of the others
			this.admin.jobs().cancel(TOPIC, ids.subList(100, 110));
			return result;
		});
		assertThat(results).extracting(BulkResult::jobs).containsExactly(50L, 50L, 10L);
		assertThat(results.get(2)).isEqualTo(new BulkResult(10, 110, 120, null));
		assertThat(failed()).hasSize(110)
			.allSatisfy((job) -> assertThat(job.failures().last().host()).isEqualTo("again"));
	}

	@Test
	void aGroupIsCancelledInSeveralCalls() {
		this.jobs.failed(TOPIC, 120);
		this.jobs.waiting(TOPIC, "closed", Duration.ZERO);
		this.admin.jobs().bury(TOPIC, "closed", "Shop is closed");
		List<BulkResult> results = all(
				(after) -> this.admin.bulk().cancelGroup(TOPIC, CAUSE, new BulkRequest(after, 70)));
		assertThat(results).extracting(BulkResult::jobs).containsExactly(70L, 50L);
		assertThat(failed()).extracting(StoredJob::id).containsExactly("closed");
	}

	@Test
	void olderJobsThatAreExaminedOnlyLaterAreNotKicked() {
		this.jobs.failed(TOPIC, 300);
		BulkPosition position = new BulkPosition(this.jobs.now(), this.jobs.now(), 100, 90);
		assertThat(kickGroup(Duration.ZERO, position, 60)).isEqualTo(new BulkResult(10, 100, 100, null));
		assertThat(this.admin.topics().status(TOPIC).count(JobState.FAILED)).isEqualTo(290);
	}

	@Test
	void theTotalOfAnUnknownCauseIsZero() {
		this.jobs.failed(TOPIC, 3);
		assertThat(this.admin.bulk().kickGroup(TOPIC, "unknown", Duration.ZERO, BulkRequest.first(10)))
			.isEqualTo(new BulkResult(0, 0, 0, null));
		assertThat(this.admin.bulk().cancelGroup(TOPIC, "unknown", BulkRequest.first(10)))
			.isEqualTo(new BulkResult(0, 0, 0, null));
	}

	@Test
	void invalidInputIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> BulkRequest.first(0))
			.withMessage("Limit 0 must be 1 or more");
		assertThatIllegalArgumentException().isThrownBy(() -> new BulkPosition(Instant.EPOCH, null, 1, 2))
			.withMessage("Number 2 of processed jobs must be 0 to the total of 1");
		assertThatIllegalArgumentException().isThrownBy(() -> kickGroup(Duration.ofSeconds(-1), null, 1));
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.admin.bulk().purge("bad topic", JobState.FAILED, BulkRequest.first(1)));
	}

	private BulkResult kickAll(@Nullable BulkPosition after, int limit) {
		return this.admin.bulk().kickAll(TOPIC, Duration.ZERO, new BulkRequest(after, limit));
	}

	private BulkResult kickGroup(Duration spread, @Nullable BulkPosition after, int limit) {
		return this.admin.bulk().kickGroup(TOPIC, CAUSE, spread, new BulkRequest(after, limit));
	}

	private static List<BulkResult> all(Function<@Nullable BulkPosition, BulkResult> call) {
		List<BulkResult> results = new ArrayList<>();
		BulkPosition next = null;
		do {
			BulkResult result = call.apply(next);
			results.add(result);
			next = result.next();
		}
		while (next != null);
		return results;
	}

	private List<StoredJob> failed() {
		return this.admin.jobs().page(TOPIC, JobState.FAILED, null, 500).jobs();
	}

}
