// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Reserve in a store that keeps all jobs of a topic in one place: how many jobs one call
 * examines and returns.
 *
 * @since 0.1.0
 */
public interface ReserveSizeContract extends StoreContract {

	// Payload

	@Test
	default void aBatchHoldsUpTo256KilobytesOfPayload() {
		submitLarge(5, 64 * 1024);
		ReserveResult result = reserve(10);
		assertThat(idsOf(result)).containsExactly("large-0", "large-1", "large-2", "large-3");
		assertThat(result.nextEvent()).isZero();
	}

	@Test
	default void aBatchDoesNotExceed256KilobytesOfPayload() {
		submitLarge(3, 100 * 1024);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
		assertThat(reserveIds(10)).containsExactly("large-2");
	}

	@Test
	default void aLargeJobIsDeliveredAlone() {
		submitLarge(2, 300 * 1024);
		ReserveResult result = reserve(10);
		assertThat(idsOf(result)).containsExactly("large-0");
		assertThat(result.nextEvent()).isZero();
	}

	@Test
	default void aJobThatDoesNotFitIsNotOvertaken() {
		submitLarge(3, 100 * 1024);
		submit("small");
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
	}

	@Test
	default void aJobThatDidNotFitStaysReady() {
		submitLarge(3, 100 * 1024);
		reserve(10);
		assertThat(state("large-2")).contains(JobState.READY);
	}

	@Test
	default void aJobBeyondTheSizeLimitKeepsItsExpiredLease() {
		submitLarge(3, 100 * 1024);
		reserve(10);
		ReservedJob last = reserve(10).jobs().get(0);
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
		assertThat(find("large-2").failures()).isNull();
		assertThat(ack(last)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void anExpiredJobBeyondTheSizeLimitIsNotOvertaken() {
		submitLarge(3, 100 * 1024);
		reserve(10);
		reserve(10);
		submit("small");
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
	}

	@Test
	default void aFullReserveLeavesExpiredLeasesToTheNextOne() {
		submitLarge(3, 100 * 1024);
		reserve(10);
		reserve(10);
		submit(JobSpec.job("last").maxAttempts(1));
		reserve(10);
		advance(TTR);
		ReserveResult result = reserve(10);
		assertThat(idsOf(result)).containsExactly("large-0", "large-1");
		assertThat(result.buried()).isEmpty();
		assertThat(result.nextEvent()).isZero();
		assertThat(reserve(10).buried()).containsExactly(ranOut("last"));
	}

	@Test
	default void aLargeJobWithAnExpiredLeaseIsDeliveredAlone() {
		submitLarge(1, 300 * 1024);
		reserve(10);
		submit(JobSpec.job("last").maxAttempts(1));
		reserve(10);
		advance(TTR);
		ReserveResult result = reserve(10);
		assertThat(idsOf(result)).containsExactly("large-0");
		assertThat(result.buried()).isEmpty();
		assertThat(result.nextEvent()).isZero();
	}

	@Test
	default void aBuriedJobDoesNotCountAgainstTheLimit() {
		submit(JobSpec.job("a").maxAttempts(1));
		reserve(10);
		submit("b");
		advance(TTR);
		assertThat(reserveIds(1)).containsExactly("b");
		assertThat(state("a")).contains(JobState.FAILED);
	}

	@Test
	default void aBuriedJobDoesNotCountAgainstTheSizeOfABatch() {
		submit(JobSpec.job("a").payload(new byte[200 * 1024]).maxAttempts(1));
		reserve(10);
		submitLarge(2, 100 * 1024);
		advance(TTR);
		assertThat(reserveIds(10)).containsExactly("large-0", "large-1");
	}

	@Test
	default void buriedJobsDoNotCountTowardsTheLimit() {
		submitAll(JobSpec.job("a").maxAttempts(1), JobSpec.job("b"));
		reserve(10);
		advance(MINUTE);
		ReserveResult result = reserve(1);
		assertThat(idsOf(result)).containsExactly("b");
		assertThat(result.buried()).containsExactly(ranOut("a"));
		assertThat(state("a")).contains(JobState.FAILED);
	}

	@Test
	default void aReserveHandlesALimitedNumberOfExpiredLeases() {
		submitAll(IntStream.range(0, 60)
			.mapToObj((number) -> JobSpec.job("job-" + number).maxAttempts(1))
			.toArray(JobSpec[]::new));
		reserve(60);
		submit("waiting");
		advance(TTR);
		ReserveResult result = reserve(2);
		assertThat(idsOf(result)).containsExactly("waiting");
		assertThat(result.nextEvent()).isZero();
		assertThat(count(JobState.FAILED)).isEqualTo(52);
	}

	private void submitLarge(int jobs, int bytes) {
		submitAll(IntStream.range(0, jobs)
			.mapToObj((number) -> JobSpec.job("large-" + number).payload(new byte[bytes]))
			.toArray(JobSpec[]::new));
	}

}
