// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.NewJob;
import io.delay.store.ReservedJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Priorities in a store that keeps all jobs of a topic in one place: ready jobs are
 * reserved by priority, no job starves, and a job keeps its priority through all
 * transitions.
 *
 * @since 0.1.0
 */
public interface PriorityOrderContract extends StoreContract {

	// The order of priorities

	@Test
	default void readyJobsAreDeliveredByPriority() {
		submitAll(JobSpec.job("a").priority(JobPriority.LOW), JobSpec.job("b").priority(JobPriority.NORMAL),
				JobSpec.job("c").priority(JobPriority.HIGH));
		assertThat(reserveIds(10)).containsExactly("c", "b", "a");
	}

	@Test
	default void aJobOfALowerPriorityIsDeliveredLastEvenIfItIsOlder() {
		submit(JobSpec.job("low").priority(JobPriority.LOW));
		submit("normal");
		advance(MINUTE);
		submit(JobSpec.job("high").priority(JobPriority.HIGH));
		assertThat(Stream.of(1, 2, 3).flatMap((call) -> reserveIds(1).stream())).containsExactly("high", "normal",
				"low");
	}

	@Test
	default void jobsOfOnePriorityAreDeliveredByDueTimeAndId() {
		for (JobPriority priority : JobPriority.values()) {
			submitAll(JobSpec.job("b").delay(TTR).priority(priority), JobSpec.job("a").delay(MINUTE).priority(priority),
					JobSpec.job("d").delay(TTR).priority(priority));
			advance(MINUTE);
			List<ReservedJob> jobs = reserve(10).jobs();
			assertThat(jobs).extracting((job) -> job.lease().id()).as(priority.name()).containsExactly("b", "d", "a");
			jobs.forEach(this::ack);
		}
	}

	@Test
	default void theNextEventIsNowWhenOnePriorityFillsTheLimit() {
		submitAll(JobSpec.job("a").priority(JobPriority.HIGH), JobSpec.job("b").priority(JobPriority.LOW));
		assertThat(reserve(1).nextEvent()).isZero();
		assertThat(reserveIds(1)).containsExactly("b");
	}

	@Test
	default void aLargeJobOfAHigherPriorityIsNotOvertaken() {
		submitAll(JobSpec.job("a").priority(JobPriority.HIGH).payload(new byte[200 * 1024]),
				JobSpec.job("b").priority(JobPriority.HIGH).payload(new byte[200 * 1024]),
				JobSpec.job("c").priority(JobPriority.LOW));
		assertThat(reserveIds(10)).containsExactly("a");
		assertThat(reserveIds(10)).containsExactly("b", "c");
	}

	@Test
	default void expiredLeasesOfAnyPriorityAreDeliveredFirst() {
		submit(JobSpec.job("low").priority(JobPriority.LOW));
		reserveOne();
		advance(TTR);
		submit(JobSpec.job("high").priority(JobPriority.HIGH));
		assertThat(reserveIds(10)).containsExactly("low", "high");
	}

	// Starvation

	@Test
	default void singleReservesGiveEachLowerPriorityEveryTenthJob() {
		assertNoneStarves(1);
	}

	@Test
	default void batchesOfThreeGiveEachLowerPriorityEveryTenthJob() {
		assertNoneStarves(3);
	}

	@Test
	default void batchesOfTenGiveEachLowerPriorityEveryTenthJob() {
		assertNoneStarves(10);
	}

	@Test
	default void batchesOfAHundredGiveEachLowerPriorityEveryTenthJob() {
		assertNoneStarves(100);
	}

	@Test
	default void everyTenthJobIsLowAmongReadyHighJobs() {
		assertNoneStarves(JobPriority.HIGH, JobPriority.LOW);
	}

	@Test
	default void everyTenthJobIsNormalAmongReadyHighJobs() {
		assertNoneStarves(JobPriority.HIGH, JobPriority.NORMAL);
	}

	@Test
	default void everyTenthJobIsLowAmongReadyNormalJobs() {
		assertNoneStarves(JobPriority.NORMAL, JobPriority.LOW);
	}

	// A job keeps its priority

	@Test
	default void aReleasedJobKeepsItsPriority() {
		release(givenReservedOf(JobPriority.HIGH), Duration.ZERO);
		assertGoesFirst("z");
		release(givenReservedOf(JobPriority.LOW), MINUTE);
		assertGoesLast("z");
	}

	@Test
	default void aJobThatFailedOnceKeepsItsPriority() {
		fail(givenReservedOf(JobPriority.HIGH), Duration.ZERO);
		assertGoesFirst("z");
		fail(givenReservedOf(JobPriority.LOW), MINUTE);
		assertGoesLast("z");
		failUntilLeaseEnds(givenReservedOf(JobPriority.HIGH));
		assertGoesFirst("z");
	}

	@Test
	default void aJobThatIsHandedBackKeepsItsPriority() {
		fixture().store().handBack(TOPIC, givenReservedOf(JobPriority.HIGH).lease().token());
		assertGoesFirst("z");
		fixture().store().handBack(TOPIC, givenReservedOf(JobPriority.LOW).lease().token());
		assertGoesLast("z");
	}

	@Test
	default void aKickedJobKeepsItsPriority() {
		bury(givenReservedOf(JobPriority.HIGH));
		kick("z", DueTime.NOW);
		assertGoesFirst("z");
		bury(givenReservedOf(JobPriority.LOW));
		administrator().kickOldest(TOPIC, 1, DueTime.after(MINUTE));
		assertGoesLast("z");
	}

	@Test
	default void aJobThatWasBuriedWhileItWaitedKeepsItsPriority() {
		submit(JobSpec.job("z").priority(JobPriority.HIGH));
		buryWaiting("z");
		assertTheOnlyJobIs(JobState.FAILED);
		kick("z", DueTime.NOW);
		assertGoesFirst("z");
	}

	@Test
	default void aRescheduledJobKeepsItsPriority() {
		submit(JobSpec.job("z").priority(JobPriority.HIGH));
		fixture().store().reschedule(TOPIC, "z", DueTime.after(MINUTE));
		assertGoesFirst("z");
		submit(JobSpec.job("z").priority(JobPriority.LOW).delay(MINUTE));
		fixture().store().reschedule(TOPIC, "z", DueTime.NOW);
		assertGoesLast("z");
	}

	@Test
	default void aJobWhoseTtrExpiredKeepsItsPriority() {
		givenReservedOf(JobPriority.HIGH);
		advance(TTR);
		release(reserveOne(), Duration.ZERO);
		assertGoesFirst("z");
	}

	@Test
	default void aReplacementHasItsOwnPriority() {
		for (JobPriority before : JobPriority.values()) {
			submit(JobSpec.job("z").priority(before));
			replace(JobPriority.HIGH);
			assertGoesFirst("z");
			submit(JobSpec.job("z").priority(before));
			replace(JobPriority.LOW);
			assertGoesLast("z");
		}
	}

	@Test
	default void aReplacedLeaseHasThePriorityOfItsReplacement() {
		givenReservedOf(JobPriority.LOW);
		replace(JobPriority.HIGH);
		assertGoesFirst("z");
	}

	@Test
	default void aReplacedFailedJobHasThePriorityOfItsReplacement() {
		bury(givenReservedOf(JobPriority.LOW));
		replace(JobPriority.HIGH);
		assertGoesFirst("z");
	}

	@Test
	default void aJobThatIsKeptKeepsItsPriority() {
		submit(JobSpec.job("z").priority(JobPriority.HIGH));
		submit(JobSpec.job("z").priority(JobPriority.LOW));
		assertThat(record("z").priority()).isEqualTo(JobPriority.HIGH);
		assertGoesFirst("z");
	}

	private void replace(JobPriority priority) {
		submit(JobSpec.job("z").priority(priority).onConflict(ConflictPolicy.REPLACE));
		assertTheOnlyJobIs(JobState.READY);
		assertThat(record("z").priority()).isEqualTo(priority);
	}

	private ReservedJob givenReservedOf(JobPriority priority) {
		submit(JobSpec.job("z").priority(priority));
		return reserveOne();
	}

	// Checks that, once both are due, the job precedes a normal one that has waited
	// longer. Leaves no jobs behind.
	private void assertGoesFirst(String id) {
		assertOrder(id, JobSpec.job("a").onConflict(ConflictPolicy.REPLACE), List.of(id, "a"));
	}

	// Checks that, once both are due, the job follows a normal one that became due later.
	// Leaves no jobs behind.
	private void assertGoesLast(String id) {
		assertOrder(id, JobSpec.job("a").delay(Duration.ofHours(1)), List.of("a", id));
	}

	private void assertOrder(String id, JobSpec normal, List<String> order) {
		submit(normal);
		advance(Duration.ofHours(1));
		List<ReservedJob> jobs = new ArrayList<>(reserve(1).jobs());
		jobs.addAll(reserve(1).jobs());
		assertThat(jobs).extracting((job) -> job.lease().id()).containsExactlyElementsOf(order);
		jobs.forEach(this::ack);
		assertThat(state(id)).isEmpty();
	}

	private void assertNoneStarves(int limit) {
		submitSaturating(JobPriority.values());
		assertShares(limit, JobPriority.values());
	}

	private void assertNoneStarves(JobPriority... priorities) {
		submitSaturating(priorities);
		assertShares(3, priorities);
	}

	// After each batch, checks the share of each priority among all jobs reserved so far.
	// Every priority must have more ready jobs than are reserved here.
	private void assertShares(int limit, JobPriority... priorities) {
		List<JobPriority> handedOver = new ArrayList<>();
		while (handedOver.size() < 300) {
			reserve(limit).jobs().forEach((job) -> handedOver.add(job.record().priority()));
			for (JobPriority priority : priorities) {
				assertThat(handedOver.stream().filter(priority::equals).count())
					.as(priority + " of " + handedOver.size())
					.isGreaterThanOrEqualTo(handedOver.size() / 10);
			}
		}
		long first = handedOver.stream().filter(priorities[0]::equals).count();
		assertThat(first).as(priorities[0].name())
			.isGreaterThanOrEqualTo(handedOver.size() * (11 - priorities.length) / 10 - 1);
	}

	private void submitSaturating(JobPriority... priorities) {
		for (JobPriority priority : priorities) {
			List<NewJob> jobs = IntStream.range(0, 400)
				.mapToObj((number) -> JobSpec.job(priority + "-" + number).priority(priority).toNewJob())
				.toList();
			fixture().store().submit(jobs);
		}
	}

}
