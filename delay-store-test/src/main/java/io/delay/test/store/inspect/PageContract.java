// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.ReservedJob;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPage;
import io.delay.store.admin.JobPageRequest;
import io.delay.store.admin.JobPosition;
import io.delay.store.admin.PageOrder;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pages: each job in a state is listed once, oldest or newest first.
 *
 * @since 0.1.0
 */
public interface PageContract extends StoreContract {

	/**
	 * Ids in the order of their bytes, which differs from the order of their
	 * {@code char}s.
	 */
	List<String> IDS_IN_ORDER = List.of("A", "a", "z", "\u00E9", "\u5B57", "\uFB00", "\uD83D\uDE00");

	// The jobs of a page

	@Test
	default void aPageHoldsTheJobsOfOneState() {
		givenFailed("failed");
		givenReserved("reserved");
		givenReady("ready");
		givenDelayed("delayed");
		submit(JobSpec.job("other").topic(OTHER_TOPIC));
		assertThat(idsOf(JobState.DELAYED)).containsExactly("delayed");
		assertThat(idsOf(JobState.READY)).containsExactly("ready");
		assertThat(idsOf(JobState.RESERVED)).containsExactly("reserved");
		assertThat(idsOf(JobState.FAILED)).containsExactly("failed");
	}

	@Test
	default void aPageReturnsTheSameDetailsAsFind() {
		givenFailedOnce("a");
		bury(reserveOne());
		givenFailedOnce("b");
		reserveOne();
		submit(JobSpec.job("c").ttr(MINUTE).maxAttempts(9).priority(JobPriority.LOW));
		givenDelayed("d");
		for (JobState state : JobState.values()) {
			StoredJob job = page(state, null, 10).jobs().get(0);
			assertThat(job).usingRecursiveComparison().ignoringFields("failures.recent").isEqualTo(find(job.id()));
			assertThat(job.state()).isEqualTo(state);
		}
	}

	@Test
	default void anUnknownTopicHasOneEmptyPagePerState() {
		for (JobState state : JobState.values()) {
			assertThat(page(state, null, 10)).isEqualTo(new JobPage(List.of(), null));
		}
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aJobIsListedAsReadyFromItsDueTime() {
		givenDelayed("a");
		advance(MINUTE.minus(Duration.ofNanos(1000)));
		assertThat(idsOf(JobState.READY)).isEmpty();
		assertThat(idsOf(JobState.DELAYED)).containsExactly("a");
		advance(Duration.ofNanos(1000));
		assertThat(idsOf(JobState.READY)).containsExactly("a");
		assertThat(idsOf(JobState.DELAYED)).isEmpty();
	}

	@Test
	default void aJobWhoseLeaseHasExpiredIsOnThePageOfReservedJobs() {
		givenRunOut("a");
		assertThat(idsOf(JobState.RESERVED)).containsExactly("a");
		assertThat(idsOf(JobState.READY)).isEmpty();
	}

	// The order of the jobs

	@Test
	default void waitingJobsAreListedByDueTime() {
		submit("b", MINUTE);
		submit("c", TTR);
		submit("a", MINUTE.plus(TTR));
		assertThat(idsOf(JobState.DELAYED)).containsExactly("c", "b", "a");
		advance(MINUTE.plus(MINUTE));
		assertThat(idsOf(JobState.READY)).containsExactly("c", "b", "a");
	}

	@Test
	default void reservedJobsAreListedByTheEndOfTheirLeases() {
		ReservedJob touched = givenReserved("d");
		Stream.of("b", "c", "a").forEach((id) -> {
			givenReserved(id);
			advance(Duration.ofSeconds(1));
		});
		touch(touched, MINUTE);
		assertThat(idsOf(JobState.RESERVED)).containsExactly("b", "c", "a", "d");
	}

	@Test
	default void failedJobsAreListedByTheTimeOfBurial() {
		Stream.of("b", "c", "a").forEach((id) -> {
			givenFailed(id);
			advance(Duration.ofSeconds(1));
		});
		assertThat(idsOf(JobState.FAILED)).containsExactly("b", "c", "a");
	}

	@Test
	default void jobsOfAllPrioritiesAreListedTogetherByTimeAndId() {
		submitAll(JobSpec.job("1").priority(JobPriority.LOW).delay(TTR), JobSpec.job("4").delay(MINUTE),
				JobSpec.job("2").priority(JobPriority.HIGH).delay(TTR.plus(MILLISECOND)),
				JobSpec.job("5").priority(JobPriority.HIGH).delay(MINUTE), JobSpec.job("6").delay(MINUTE),
				JobSpec.job("3").priority(JobPriority.LOW).delay(MINUTE));
		for (int limit : new int[] { 1, 2, 3, 6, 10 }) {
			assertThat(walk(JobState.DELAYED, limit)).as("limit " + limit)
				.containsExactly("1", "2", "3", "4", "5", "6");
		}
		advance(MINUTE);
		assertThat(walk(JobState.READY, 2)).containsExactly("1", "2", "3", "4", "5", "6");
	}

	@Test
	default void equalTimesAreListedInOrderOfTheBytesOfTheIds() {
		submitAll(IDS_IN_ORDER.stream().sorted().map(JobSpec::job).toArray(JobSpec[]::new));
		assertThat(idsOf(JobState.READY)).containsExactlyElementsOf(IDS_IN_ORDER);
		assertThat(walk(JobState.READY, 1)).containsExactlyElementsOf(IDS_IN_ORDER);
		reserve(10);
		assertThat(walk(JobState.RESERVED, 2)).containsExactlyElementsOf(IDS_IN_ORDER);
	}

	@Test
	default void equalTimesOfAllPrioritiesAreListedInOrderOfTheBytesOfTheIds() {
		JobPriority[] priorities = JobPriority.values();
		submitAll(IntStream.range(0, IDS_IN_ORDER.size())
			.mapToObj((i) -> JobSpec.job(IDS_IN_ORDER.get(i)).priority(priorities[i % priorities.length]))
			.toArray(JobSpec[]::new));
		for (int limit = 1; limit <= IDS_IN_ORDER.size(); limit++) {
			assertThat(walk(JobState.READY, limit)).as("limit " + limit).containsExactlyElementsOf(IDS_IN_ORDER);
		}
	}

	@Test
	default void failedJobsOfEqualTimesAreListedInOrderOfTheBytesOfTheIds() {
		submitAll(IDS_IN_ORDER.stream().map(JobSpec::job).toArray(JobSpec[]::new));
		administrator().bury(TOPIC, IDS_IN_ORDER, REASON);
		assertThat(walk(JobState.FAILED, 3)).containsExactlyElementsOf(IDS_IN_ORDER);
	}

	// Successive pages

	@Test
	default void aPageWithAllJobsIsTheLast() {
		submitMany(3);
		assertThat(page(JobState.READY, null, 4).next()).isNull();
		assertThat(page(JobState.READY, null, 3).next()).isNull();
	}

	@Test
	default void aPageReturnsThePositionOfTheNextPage() {
		submitMany(3);
		JobPage page = page(JobState.READY, null, 2);
		assertThat(page.jobs()).extracting(StoredJob::id).containsExactly("job-00000", "job-00001");
		assertThat(page.next()).isEqualTo(new JobPosition(now(), "job-00001"));
		JobPage next = page(JobState.READY, page.next(), 2);
		assertThat(next.jobs()).extracting(StoredJob::id).containsExactly("job-00002");
		assertThat(next.next()).isNull();
	}

	@Test
	default void aPageAfterTheLastJobIsEmpty() {
		submitMany(3);
		assertThat(page(JobState.READY, new JobPosition(now(), "job-00002"), 10))
			.isEqualTo(new JobPage(List.of(), null));
		assertThat(page(JobState.READY, new JobPosition(now().plusMillis(1), "a"), 10))
			.isEqualTo(new JobPage(List.of(), null));
	}

	@Test
	default void aPageCanBeginAtAPositionWithoutJob() {
		submitAll(JobSpec.job("a").delay(TTR), JobSpec.job("c").delay(TTR), JobSpec.job("b").delay(MINUTE));
		assertThat(idsBehind(JobState.DELAYED, now(), "z")).containsExactly("a", "c", "b");
		assertThat(idsBehind(JobState.DELAYED, now().plus(TTR), "b")).containsExactly("c", "b");
		assertThat(idsBehind(JobState.DELAYED, now().plus(TTR).plusMillis(1), "a")).containsExactly("b");
	}

	@Test
	default void aListContinuesIfTheLastJobOfThePageIsGone() {
		submitMany(5);
		JobPage page = page(JobState.READY, null, 2);
		fixture().store().cancel(TOPIC, "job-00001");
		assertThat(idsAfter(page)).containsExactly("job-00002", "job-00003", "job-00004");
	}

	@Test
	default void aListContinuesIfAllJobsOfThePageAreGone() {
		submitMany(5);
		JobPage page = page(JobState.READY, null, 2);
		administrator().bury(TOPIC, List.of("job-00000", "job-00001", "job-00002"), REASON);
		assertThat(idsAfter(page)).containsExactly("job-00003", "job-00004");
	}

	@Test
	default void aListContinuesIfTheLastJobOfThePageHasALaterTime() {
		submitMany(5);
		JobPage page = page(JobState.READY, null, 2);
		advance(MILLISECOND);
		submit(JobSpec.job("job-00001").onConflict(ConflictPolicy.REPLACE));
		assertThat(idsAfter(page)).containsExactly("job-00002", "job-00003", "job-00004", "job-00001");
	}

	@Test
	default void aListOfDelayedJobsContinuesWhenSomeBecameReady() {
		IntStream.range(0, 6).forEach((number) -> submit("job-" + number, Duration.ofSeconds(10 + number)));
		JobPage page = page(JobState.DELAYED, null, 2);
		advance(Duration.ofSeconds(13));
		assertThat(idsAfter(page, JobState.DELAYED)).containsExactly("job-4", "job-5");
		assertThat(idsOf(JobState.READY)).containsExactly("job-0", "job-1", "job-2", "job-3");
	}

	@Test
	default void allJobsAreListedWithEveryLimit() {
		submitMany(50);
		for (int limit : new int[] { 1, 7, 25, 49, 50, 51, JobPageRequest.MAX_LIMIT }) {
			assertThat(walk(JobState.READY, limit)).as("limit " + limit).hasSize(50).isSorted().doesNotHaveDuplicates();
		}
	}

	@Test
	default void theLargestPageIsFilled() {
		submitMany(JobPageRequest.MAX_LIMIT + 1);
		JobPage page = page(JobState.READY, null, JobPageRequest.MAX_LIMIT);
		assertThat(page.jobs()).hasSize(JobPageRequest.MAX_LIMIT);
		assertThat(idsAfter(page)).containsExactly("job-00500");
	}

	@Test
	default void manyJobsOfEqualTimesAndAllPrioritiesAreListed() {
		JobPriority[] priorities = JobPriority.values();
		submitAll(IntStream.range(0, 600)
			.mapToObj((number) -> JobSpec.job("job-%03d".formatted(number)).priority(priorities[number % 3]))
			.toArray(JobSpec[]::new));
		List<String> ids = IntStream.range(0, 600).mapToObj("job-%03d"::formatted).toList();
		assertThat(walk(JobState.READY, 7)).containsExactlyElementsOf(ids);
		assertThat(walk(JobState.READY, 499)).containsExactlyElementsOf(ids);
	}

	// Newest first

	@Test
	default void newestFirstIsTheReverseOfOldestFirst() {
		JobPriority[] priorities = JobPriority.values();
		List<String> moved = IntStream.range(0, 3 * IDS_IN_ORDER.size())
			.mapToObj((number) -> IDS_IN_ORDER.get(number % IDS_IN_ORDER.size()) + number)
			.toList();
		submitAll(moved.stream().map(JobSpec::job).toArray(JobSpec[]::new));
		administrator().bury(TOPIC, moved.subList(0, 7), REASON);
		advance(MILLISECOND);
		administrator().bury(TOPIC, moved.subList(7, 14), REASON);
		reserve(3);
		advance(MILLISECOND);
		reserve(4);
		for (int i = 0; i < 3 * IDS_IN_ORDER.size(); i++) {
			String id = IDS_IN_ORDER.get(i % IDS_IN_ORDER.size()) + "-" + i;
			JobPriority priority = priorities[i % priorities.length];
			submit(JobSpec.job("r" + id).priority(priority));
			submit(JobSpec.job("d" + id).priority(priority).delay(MINUTE.plusMillis(i / 9)));
		}
		for (JobState state : JobState.values()) {
			List<String> newestFirst = new ArrayList<>(walk(state, 100));
			assertThat(newestFirst).hasSizeGreaterThanOrEqualTo(7);
			Collections.reverse(newestFirst);
			for (int limit : new int[] { 1, 2, 5, 20, 21, 22, 100 }) {
				assertThat(walk(state, PageOrder.NEWEST_FIRST, limit)).as(state + " by " + limit)
					.containsExactlyElementsOf(newestFirst);
			}
		}
	}

	@Test
	default void theNewestReadyJobIsTheLastThatBecameReady() {
		submit("a");
		submit("b", TTR);
		submit("c", MINUTE);
		assertThat(newest(JobState.READY, null, 1).jobs()).extracting(StoredJob::id).containsExactly("a");
		assertThat(newest(JobState.DELAYED, null, 1).jobs()).extracting(StoredJob::id).containsExactly("c");
		advance(TTR);
		assertThat(newest(JobState.READY, null, 1).jobs()).extracting(StoredJob::id).containsExactly("b");
		assertThat(newest(JobState.READY, new JobPosition(now().plus(MINUTE), "z"), 10).jobs())
			.extracting(StoredJob::id)
			.containsExactly("b", "a");
	}

	@Test
	default void aPageOfDelayedJobsNewestFirstEndsWhereReadyOnesBegin() {
		submitAll(JobSpec.job("a"), JobSpec.job("b").delay(TTR), JobSpec.job("c").delay(MINUTE));
		assertThat(newest(JobState.DELAYED, null, 10).jobs()).extracting(StoredJob::id).containsExactly("c", "b");
		assertThat(newest(JobState.DELAYED, null, 10).next()).isNull();
		assertThat(newest(JobState.DELAYED, null, 2).next()).isNull();
		assertThat(newest(JobState.DELAYED, new JobPosition(now().plus(TTR), "b"), 10))
			.isEqualTo(new JobPage(List.of(), null));
	}

	@Test
	default void aListOfOlderJobsIgnoresJobsThatAreAddedMeanwhile() {
		submitMany(5);
		JobPage page = newest(JobState.READY, null, 2);
		assertThat(page.next()).isEqualTo(new JobPosition(now(), "job-00003"));
		fixture().store().cancel(TOPIC, "job-00003");
		advance(MILLISECOND);
		submit("job-00009");
		assertThat(newest(JobState.READY, page.next(), 10).jobs()).extracting(StoredJob::id)
			.containsExactly("job-00002", "job-00001", "job-00000");
	}

	@Test
	default void theLargestPageNewestFirstIsFilled() {
		submitMany(JobPageRequest.MAX_LIMIT + 1);
		JobPage page = newest(JobState.READY, null, JobPageRequest.MAX_LIMIT);
		assertThat(page.jobs()).hasSize(JobPageRequest.MAX_LIMIT);
		assertThat(newest(JobState.READY, page.next(), 10).jobs()).extracting(StoredJob::id)
			.containsExactly("job-00000");
	}

	@Test
	default void aPageOfTheNewestHoldsUpTo256KilobytesOfPayload() {
		submitLarge(10, 64);
		JobPage page = newest(JobState.READY, null, 10);
		assertThat(page.jobs()).extracting(StoredJob::id).containsExactly("large-9", "large-8", "large-7", "large-6");
		assertThat(page.next()).isEqualTo(new JobPosition(now(), "large-6"));
		assertThat(walk(JobState.READY, PageOrder.NEWEST_FIRST, 10)).hasSize(10);
	}

	@Test
	default void aLargeJobIsNotPassedOverForAnOlderOneOfAnotherPriority() {
		submitAll(JobSpec.job("d").delay(Duration.ofSeconds(1)).priority(JobPriority.LOW),
				JobSpec.job("large").delay(Duration.ofSeconds(2)).payload(new byte[300 * 1024]),
				JobSpec.job("b").delay(Duration.ofSeconds(3)).priority(JobPriority.LOW),
				JobSpec.job("a").delay(Duration.ofSeconds(4)));
		assertThat(newest(JobState.DELAYED, null, 10).jobs()).extracting(StoredJob::id).containsExactly("a", "b");
		assertThat(walk(JobState.DELAYED, PageOrder.NEWEST_FIRST, 10)).containsExactly("a", "b", "large", "d");
	}

	private JobPage newest(JobState state, @Nullable JobPosition after, int limit) {
		return fixture().inspector().page(new JobPageRequest(TOPIC, state, PageOrder.NEWEST_FIRST, after, limit));
	}

	// The size of a page

	@Test
	default void aPageHoldsUpTo256KilobytesOfPayload() {
		submitLarge(10, 64);
		JobPage page = page(JobState.READY, null, 10);
		assertThat(page.jobs()).hasSize(4);
		assertThat(page.next()).isEqualTo(new JobPosition(now(), "large-3"));
		assertThat(walk(JobState.READY, 10)).hasSize(10);
	}

	@Test
	default void aPageThatHoldsExactly256KilobytesMayBeTheLast() {
		submitLarge(4, 64);
		assertThat(page(JobState.READY, null, 10).jobs()).hasSize(4);
		assertThat(page(JobState.READY, null, 10).next()).isNull();
	}

	@Test
	default void aLargeJobHasItsOwnPage() {
		submitLarge(2, 300);
		submit("small");
		assertThat(page(JobState.READY, null, 10).jobs()).extracting(StoredJob::id).containsExactly("large-0");
		assertThat(walk(JobState.READY, 10)).containsExactly("large-0", "large-1", "small");
	}

	@Test
	default void largeJobsOfAllStatesAndPrioritiesAreListed() {
		for (JobPriority priority : JobPriority.values()) {
			for (int i = 0; i < 4; i++) {
				submit(JobSpec.job(priority + "-" + i).priority(priority).payload(new byte[64 * 1024]));
			}
		}
		assertThat(walk(JobState.READY, 10)).containsExactly("HIGH-0", "HIGH-1", "HIGH-2", "HIGH-3", "LOW-0", "LOW-1",
				"LOW-2", "LOW-3", "NORMAL-0", "NORMAL-1", "NORMAL-2", "NORMAL-3");
	}

	@Test
	default void aLargeJobIsNotPassedOverForASmallOneOfAnotherPriority() {
		submitAll(JobSpec.job("a").delay(Duration.ofSeconds(1)),
				JobSpec.job("b").delay(Duration.ofSeconds(2)).priority(JobPriority.LOW),
				JobSpec.job("large").delay(Duration.ofSeconds(3)).payload(new byte[300 * 1024]),
				JobSpec.job("c").delay(Duration.ofSeconds(4)).priority(JobPriority.LOW));
		JobPage page = page(JobState.DELAYED, null, 10);
		assertThat(page.jobs()).extracting(StoredJob::id).containsExactly("a", "b");
		assertThat(walk(JobState.DELAYED, 10)).containsExactly("a", "b", "large", "c");
	}

	private void submitLarge(int jobs, int kilobytes) {
		IntStream.range(0, jobs)
			.forEach((number) -> submit(JobSpec.job("large-" + number).payload(new byte[kilobytes * 1024])));
	}

	private JobPage page(JobState state, @Nullable JobPosition after, int limit) {
		return fixture().inspector().page(new JobPageRequest(TOPIC, state, after, limit));
	}

	private List<String> idsOf(JobState state) {
		return page(state, null, 100).jobs().stream().map(StoredJob::id).toList();
	}

	private List<String> idsBehind(JobState state, Instant time, String id) {
		return page(state, new JobPosition(time, id), 100).jobs().stream().map(StoredJob::id).toList();
	}

	private List<String> idsAfter(JobPage page) {
		return idsAfter(page, JobState.READY);
	}

	private List<String> idsAfter(JobPage page, JobState state) {
		assertThat(page.next()).isNotNull();
		return page(state, page.next(), 100).jobs().stream().map(StoredJob::id).toList();
	}

	private List<String> walk(JobState state, int limit) {
		return walk(state, PageOrder.OLDEST_FIRST, limit);
	}

	// Returns the ids on all pages. Only the last page may be empty.
	private List<String> walk(JobState state, PageOrder order, int limit) {
		List<String> ids = new ArrayList<>();
		JobPosition next = null;
		do {
			JobPage page = fixture().inspector().page(new JobPageRequest(TOPIC, state, order, next, limit));
			assertThat(page.jobs()).hasSizeLessThanOrEqualTo(limit);
			page.jobs().forEach((job) -> ids.add(job.id()));
			next = page.next();
			assertThat(page.jobs().isEmpty() && next != null).as("an empty page that is not the last").isFalse();
			assertThat(ids).as("a walk that comes to an end").hasSizeLessThan(1000);
		}
		while (next != null);
		return ids;
	}

}
