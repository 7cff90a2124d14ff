// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.BuriedJob;
import io.delay.store.Redelivery;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Isolation: jobs that may crash their workers are delivered one at a time and do not
 * block other jobs.
 *
 * @since 0.1.0
 */
public interface IsolationContract extends StoreContract {

	/**
	 * Make jobs isolated: their workers crash twice.
	 * @param ids the jobs; no other job may be ready
	 */
	private void givenIsolated(String... ids) {
		for (String id : ids) {
			submit(id);
		}
		for (int crash = 0; crash < 2; crash++) {
			List<ReservedJob> jobs = reserve(request(10, ReserveMode.LISTEN)).jobs();
			assertThat(jobs).hasSize(ids.length);
			jobs.forEach(this::reportStart);
			advance(TTR);
		}
	}

	@Test
	default void aReserveDeliversOneIsolatedJobAndReportsOthers() {
		givenIsolated("a", "b");
		ReserveResult first = reserve(request(10, ReserveMode.LISTEN_ISOLATED));
		assertThat(idsOf(first)).containsExactly("a");
		assertThat(first.jobs().get(0).terms().redelivery()).isEqualTo(Redelivery.ISOLATED);
		assertThat(first.isolatedLeft()).isTrue();
		assertThat(first.nextEvent()).isEqualTo(TTR);
		ReserveResult second = reserve(request(10, ReserveMode.LISTEN_ISOLATED));
		assertThat(idsOf(second)).containsExactly("b");
		assertThat(second.isolatedLeft()).isFalse();
	}

	@Test
	default void aReserveWithoutIsolatedJobsSkipsThemUntilTheNextEvent() {
		givenIsolated("a");
		ReserveResult result = reserve(request(10, ReserveMode.LISTEN));
		String left = snapshot("a");
		assertThat(result.jobs()).isEmpty();
		assertThat(result.isolatedLeft()).isTrue();
		assertThat(result.nextEvent()).isNull();
		submit("b", MINUTE);
		assertThat(reserve(request(10, ReserveMode.LISTEN)).nextEvent()).isEqualTo(MINUTE);
		assertThat(snapshot("a")).isEqualTo(left);
		assertThat(state("a")).contains(JobState.READY);
	}

	@Test
	default void skippedIsolatedJobsDoNotDelayOthers() {
		String[] ids = IntStream.range(0, 9).mapToObj((number) -> "job-" + number).toArray(String[]::new);
		givenIsolated(ids);
		submit("pulled");
		assertThat(reserveOne(request(1, ReserveMode.LISTEN)).lease().id()).isEqualTo("pulled");
		advance(TTR);
		submit("ready");
		assertThat(reserveOne(request(1, ReserveMode.LISTEN)).lease().id()).isEqualTo("pulled");
		assertThat(reserveOne(request(1, ReserveMode.LISTEN)).lease().id()).isEqualTo("ready");
		assertThat(idsOf(reserve(request(1, ReserveMode.LISTEN_ISOLATED)))).containsExactly("job-0");
	}

	@Test
	default void aReserveThatSkipsAndBuriesJobsDeliversOthers() {
		givenIsolated("a");
		submit(JobSpec.job("b").maxAttempts(1));
		reportStart(reserveOne(request(1, ReserveMode.LISTEN)));
		advance(Duration.ofSeconds(1));
		submit("c");
		reportStart(reserveOne(request(1, ReserveMode.LISTEN)));
		advance(TTR);
		ReserveResult result = reserve(request(1, ReserveMode.LISTEN));
		assertThat(result.isolatedLeft()).isTrue();
		assertThat(result.buried()).extracting(BuriedJob::id).containsExactly("b");
		assertThat(idsOf(result)).containsExactly("c");
	}

	@Test
	default void aReserveThatSkipsAJobAndBuriesTheLastOneReturnsNoEvent() {
		givenIsolated("a");
		submit(JobSpec.job("b").maxAttempts(1));
		reportStart(reserveOne(request(1, ReserveMode.LISTEN)));
		advance(TTR);
		ReserveResult result = reserve(request(1, ReserveMode.LISTEN));
		assertThat(result.isolatedLeft()).isTrue();
		assertThat(result.buried()).hasSize(1);
		assertThat(result.nextEvent()).isNull();
	}

	@Test
	default void aConsumerThatReportsNothingReceivesIsolatedJobsLikeOthers() {
		givenIsolated("a", "b");
		ReserveResult result = reserve(10);
		assertThat(idsOf(result)).containsExactly("a", "b");
		assertThat(result.isolatedLeft()).isFalse();
	}

	@Test
	default void anIsolatedJobIsDeliveredTogetherWithOthers() {
		givenIsolated("a");
		submit("b");
		assertThat(idsOf(reserve(request(10, ReserveMode.LISTEN_ISOLATED)))).containsExactly("a", "b");
	}

	@Test
	default void onlyTheJobThatEndsItsWorkersFails() {
		givenIsolated("a", "b", "c");
		for (int call = 0; call < 5; call++) {
			for (ReservedJob job : reserve(request(10, ReserveMode.LISTEN_ISOLATED)).jobs()) {
				reportStart(job);
				if (job.lease().id().equals("a")) {
					advance(TTR.plus(Duration.ofSeconds(1)));
				}
				else {
					ack(job);
				}
			}
		}
		assertTheOnlyJobIs(JobState.FAILED);
		assertThat(find("a").state()).isEqualTo(JobState.FAILED);
		assertThat(failures("a").last().error()).isEqualTo("TTR of 30000 ms elapsed");
	}

}
