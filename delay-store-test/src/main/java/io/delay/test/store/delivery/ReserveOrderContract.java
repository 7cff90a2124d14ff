// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.store.ReserveRequest;
import io.delay.store.ReservedJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reserve in a store that keeps all jobs of a topic in one place: the order in which jobs
 * are returned.
 *
 * @since 0.1.0
 */
public interface ReserveOrderContract extends StoreContract {

	@Test
	default void jobsThatAreHandedBackKeepTheirPlace() {
		for (String id : List.of("d", "b", "c", "a")) {
			submit(id);
		}
		advance(Duration.ofSeconds(1));
		submit("e");
		ReserveRequest request = request(3);
		List<ReservedJob> jobs = reserve(request).jobs();
		advance(Duration.ofSeconds(1));
		handBack(jobs.get(1));
		fixture().store().handBack(TOPIC, request.token());
		assertThat(reserveIds(10)).containsExactly("a", "b", "c", "d", "e");
	}

	@Test
	default void jobsAreDeliveredInOrderOfTheirDueTimes() {
		submitAll(JobSpec.job("a").delay(Duration.ofSeconds(3)), JobSpec.job("b").delay(Duration.ofSeconds(10)),
				JobSpec.job("c").delay(Duration.ofSeconds(1)), JobSpec.job("d").delay(Duration.ofMillis(1001)));
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("c", "d", "a", "b");
	}

	@Test
	default void jobsAreDeliveredInOrderOfTheirDueTimesAfterTheClockWentBack() {
		submitAll(JobSpec.job("z"), JobSpec.job("y").delay(MILLISECOND));
		advance(Duration.ofSeconds(-30));
		submitAll(JobSpec.job("b").delay(Duration.ofSeconds(20)), JobSpec.job("c").delay(Duration.ofSeconds(10)),
				JobSpec.job("a").delay(Duration.ofSeconds(29)), JobSpec.job("d"));
		advance(Duration.ofSeconds(59));
		assertThat(reserveIds(10)).containsExactly("d", "z", "y", "c", "b", "a");
	}

	@Test
	default void equalDueTimesAreDeliveredInOrderOfIds() {
		submitAll(JobSpec.job("b"), JobSpec.job("a10"), JobSpec.job("B"), JobSpec.job("a"), JobSpec.job("a2"));
		assertThat(reserveIds(10)).containsExactly("B", "a", "a10", "a2", "b");
	}

	@Test
	default void idsAreOrderedByTheirBytes() {
		submitAll(JobSpec.job("😀"), JobSpec.job("\uFF21"), JobSpec.job("é"), JobSpec.job("z"));
		assertThat(reserveIds(10)).containsExactly("z", "é", "\uFF21", "😀");
	}

	@Test
	default void theFirstJobsAreDeliveredWithinTheLimit() {
		submitMany(5);
		assertThat(reserveIds(2)).containsExactly("job-00000", "job-00001");
		assertThat(reserveIds(2)).containsExactly("job-00002", "job-00003");
		assertThat(reserveIds(2)).containsExactly("job-00004");
	}

	@Test
	default void theLargestLimitReturnsTheFirstJobs() {
		submitMany(ReserveRequest.MAX_LIMIT + 1);
		assertThat(reserve(ReserveRequest.MAX_LIMIT).jobs()).hasSize(ReserveRequest.MAX_LIMIT);
		assertThat(reserveIds(ReserveRequest.MAX_LIMIT)).containsExactly("job-00500");
	}

	@Test
	default void expiredLeasesAreDeliveredBeforeWaitingJobs() {
		submit("z");
		reserve(1);
		submit("a");
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("z", "a");
	}

	@Test
	default void expiredLeasesAreDeliveredInOrderOfTheirDeadlines() {
		submitAll(JobSpec.job("a").ttr(Duration.ofSeconds(3)), JobSpec.job("b").ttr(Duration.ofSeconds(1)),
				JobSpec.job("c").ttr(Duration.ofSeconds(2)));
		reserve(10);
		advance(MINUTE);
		assertThat(reserveIds(10)).containsExactly("b", "c", "a");
	}

	@Test
	default void leasesThatExpiredTogetherAreDeliveredInOrderOfTheirIds() {
		submit("b");
		reserve(1);
		submitAll(JobSpec.job("c"), JobSpec.job("a"));
		reserve(10);
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("a", "b", "c");
	}

	@Test
	default void theLimitCountsRedeliveriesAndWaitingJobsTogether() {
		submitMany(2);
		reserve(10);
		submitAll(JobSpec.job("x"), JobSpec.job("y"));
		advance(TTR);
		assertThat(reserveIds(3)).containsExactly("job-00000", "job-00001", "x");
	}

	@Test
	default void theFirstRedeliveriesAreDeliveredWithinTheLimit() {
		submitMany(3);
		reserve(10);
		advance(TTR);
		assertThat(reserveIds(2)).containsExactly("job-00000", "job-00001");
		assertThat(find("job-00002").failures()).isNull();
	}

}
