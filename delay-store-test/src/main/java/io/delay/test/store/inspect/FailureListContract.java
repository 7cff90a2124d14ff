// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.Settlement;
import io.delay.store.admin.FailedJob;
import io.delay.store.admin.FailedJobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.JobStoreAdministrator;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Failures of failed jobs: they are listed without the jobs, and jobs are kicked or
 * cancelled unless they have moved or failed again since then.
 *
 * @since 0.1.0
 */
public interface FailureListContract extends StoreContract {

	// The list

	@Test
	default void failuresAreListedNewestFirst() {
		givenFailure("b", "first");
		Instant first = now();
		advance(Duration.ofSeconds(1));
		givenFailure("a", "second");
		givenDelayed("d");
		givenReady("r");
		FailedJobPage page = failures(null, 10);
		assertThat(page.next()).isNull();
		assertThat(page.jobs()).extracting(FailedJob::id).containsExactly("a", "b");
		assertThat(page.jobs()).extracting(FailedJob::time).containsExactly(now(), first);
		assertThat(page.jobs()).extracting(FailedJob::error).containsExactly("second", "first");
	}

	@Test
	default void onlyTheBeginningOfTheLastErrorIsListed() {
		givenFailedOnce("a");
		String word = "\u5B57".repeat(200);
		settle(new Settlement.Bury(reserveOne().lease(), new FailureReason("x" + word, "host")));
		assertThat(failures(null, 10).jobs().get(0).error()).isEqualTo("x" + word.substring(0, 99));
		givenFailure("b", "two\nlines");
		assertThat(failures(null, 10).jobs()).extracting(FailedJob::error).contains("two\nlines");
		givenFailure("c", "e".repeat(FailedJob.MAX_ERROR_BYTES));
		assertThat(failures(null, 10).jobs()).extracting(FailedJob::error)
			.contains("e".repeat(FailedJob.MAX_ERROR_BYTES));
	}

	@Test
	default void allFailuresAreListedWithEveryLimit() {
		submitMany(60);
		List<String> ids = IntStream.range(0, 60).mapToObj("job-%05d"::formatted).toList();
		administrator().bury(TOPIC, ids.subList(0, 30), REASON);
		advance(MILLISECOND);
		administrator().bury(TOPIC, ids.subList(30, 60), REASON);
		List<String> newestFirst = new ArrayList<>(ids);
		Collections.reverse(newestFirst);
		for (int limit : new int[] { 1, 7, 30, 59, 60, 61, JobPageRequest.MAX_LIMIT }) {
			assertThat(walk(limit)).as("limit " + limit).containsExactlyElementsOf(newestFirst);
		}
	}

	@Test
	default void anUnknownTopicHasNoFailures() {
		assertThat(failures(null, 10)).isEqualTo(new FailedJobPage(List.of(), null));
		assertThat(fixture().inspector().topics()).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> failures(null, 0));
		assertThatIllegalArgumentException().isThrownBy(() -> failures(null, JobPageRequest.MAX_LIMIT + 1));
	}

	// Changes

	@Test
	default void jobsAreKickedToDifferentTimes() {
		submit(JobSpec.job("a").priority(JobPriority.HIGH));
		bury(reserveOne());
		givenFailed("b");
		givenFailed("c");
		List<FailedJob> jobs = failed("c", "a");
		assertThat(administrator().kickUnchanged(TOPIC, jobs, List.of(DueTime.after(MINUTE), DueTime.NOW)))
			.isEqualTo(2);
		assertThat(find("c").time()).isEqualTo(now().plus(MINUTE));
		assertThat(state("b")).contains(JobState.FAILED);
		assertThat(failures("a").attempts()).isZero();
		assertThat(failures("a").last()).isEqualTo(REASON);
		assertThat(reserveOne().lease().id()).isEqualTo("a");
		assertThat(reserve(10).nextEvent()).isEqualTo(TTR);
	}

	@Test
	default void jobsAreCancelled() {
		givenFailed("a");
		givenFailed("b");
		assertThat(administrator().cancelUnchanged(TOPIC, failed("a"))).isEqualTo(1);
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(state("b")).contains(JobState.FAILED);
		assertThat(administrator().cancelUnchanged(TOPIC, List.of())).isZero();
	}

	@Test
	default void jobsThatFailedAgainMeanwhileAreNotChanged() {
		givenFailure("cause", "first");
		givenFailure("time", "first");
		givenFailure("same", "first");
		List<FailedJob> jobs = failed("cause", "time", "same");
		kick("cause", DueTime.NOW);
		settle(new Settlement.Bury(reserveOne().lease(), new FailureReason("second", "host")));
		advance(MILLISECOND);
		kick("time", DueTime.NOW);
		settle(new Settlement.Bury(reserveOne().lease(), new FailureReason("first", "host")));
		assertThat(administrator().kickUnchanged(TOPIC, jobs, List.of(DueTime.NOW, DueTime.NOW, DueTime.NOW)))
			.isEqualTo(1);
		assertThat(state("same")).contains(JobState.READY);
		assertThat(administrator().cancelUnchanged(TOPIC, jobs)).isZero();
		assertThat(count(JobState.FAILED)).isEqualTo(2);
	}

	@Test
	default void jobsInAnotherStateAreNotChanged() {
		givenFailed("cancelled");
		givenFailed("waiting");
		givenFailed("reserved");
		List<FailedJob> jobs = failed("cancelled", "waiting", "reserved");
		fixture().store().cancel(TOPIC, "cancelled");
		kick("reserved", DueTime.NOW);
		reserveOne();
		kick("waiting", DueTime.after(MINUTE));
		assertThat(administrator().kickUnchanged(TOPIC, jobs, List.of(DueTime.NOW, DueTime.NOW, DueTime.NOW))).isZero();
		assertThat(administrator().cancelUnchanged(TOPIC, jobs)).isZero();
		assertThat(state("waiting")).contains(JobState.DELAYED);
		assertThat(state("reserved")).contains(JobState.RESERVED);
	}

	@Test
	default void manyJobsWithLongFailuresAreChanged() {
		submitMany(200);
		List<String> ids = IntStream.range(0, 200).mapToObj("job-%05d"::formatted).toList();
		FailureReason reason = new FailureReason("e".repeat(2000), "host");
		Set<Optional<JobState>> ready = Set.of(Optional.of(JobState.READY));
		for (int failures = 1; failures <= 3; failures++) {
			assertThat(Set.copyOf(administrator().bury(TOPIC, ids, reason))).isEqualTo(ready);
			assertThat(Set.copyOf(administrator().kick(TOPIC, ids, DueTime.NOW)))
				.isEqualTo(Set.of(Optional.of(JobState.FAILED)));
			assertThat(Set.copyOf(administrator().reschedule(TOPIC, ids, DueTime.NOW))).isEqualTo(ready);
		}
		administrator().bury(TOPIC, ids, reason);
		assertThat(administrator().kickOldest(TOPIC, 150, DueTime.NOW)).isEqualTo(150);
		assertThat(administrator().kickOldest(TOPIC, 500, DueTime.NOW)).isEqualTo(50);
		administrator().bury(TOPIC, ids, reason);
		List<FailedJob> jobs = new ArrayList<>();
		FailedJobPage page = failures(null, 500);
		while (page.next() != null) {
			jobs.addAll(page.jobs());
			page = failures(page.next(), 500);
		}
		jobs.addAll(page.jobs());
		assertThat(administrator().kickUnchanged(TOPIC, jobs, Collections.nCopies(200, DueTime.NOW))).isEqualTo(200);
		assertThat(Set.copyOf(administrator().kick(TOPIC, ids, DueTime.NOW))).isEqualTo(ready);
	}

	@Test
	default void oneCallChangesAtMostTheLargestNumberOfJobs() {
		List<FailedJob> jobs = IntStream.rangeClosed(0, JobStoreAdministrator.MAX_JOBS)
			.mapToObj((number) -> new FailedJob("job-" + number, now(), "", "1"))
			.toList();
		assertThatIllegalArgumentException().isThrownBy(() -> administrator().cancelUnchanged(TOPIC, jobs));
		assertThatIllegalArgumentException().isThrownBy(
				() -> administrator().kickUnchanged(TOPIC, jobs, jobs.stream().map((job) -> DueTime.NOW).toList()));
	}

	private void givenFailure(String id, String error) {
		settle(new Settlement.Bury(givenReserved(id).lease(), new FailureReason(error, "host")));
	}

	private FailedJobPage failures(@Nullable JobPosition after, int limit) {
		return fixture().inspector().failures(TOPIC, after, limit);
	}

	private List<FailedJob> failed(String... ids) {
		List<FailedJob> jobs = failures(null, 100).jobs();
		return List.of(ids)
			.stream()
			.map((id) -> jobs.stream().filter((job) -> job.id().equals(id)).findFirst().orElseThrow())
			.toList();
	}

	private List<String> walk(int limit) {
		List<String> ids = new ArrayList<>();
		JobPosition next = null;
		do {
			FailedJobPage page = failures(next, limit);
			assertThat(page.jobs()).hasSizeLessThanOrEqualTo(limit);
			page.jobs().forEach((job) -> ids.add(job.id()));
			next = page.next();
			assertThat(ids).as("a walk that comes to an end").hasSizeLessThan(1000);
		}
		while (next != null);
		return ids;
	}

}
