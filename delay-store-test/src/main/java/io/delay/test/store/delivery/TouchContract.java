// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.Lease;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.store.Touch;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Touch: a lease becomes longer, never shorter. {@link SettleContract} covers touches
 * under an invalid lease.
 *
 * @since 0.1.0
 */
public interface TouchContract extends StoreContract {

	@Test
	default void aTouchMovesTheDeadline() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(10));
		assertThat(touch(job, TTR)).isEqualTo(SettleResult.DONE);
		assertThat(find("a").state()).isEqualTo(JobState.RESERVED);
		assertThat(find("a").time()).isEqualTo(now().plus(TTR));
	}

	@Test
	default void aTouchNeverMakesALeaseShorter() {
		ReservedJob job = givenReserved("a");
		Instant deadline = now().plus(TTR);
		assertThat(touch(job, Duration.ofSeconds(1))).isEqualTo(SettleResult.DONE);
		assertThat(find("a").time()).isEqualTo(deadline);
	}

	@Test
	default void theFractionOfAMillisecondInATouchIsRoundedUp() {
		ReservedJob job = givenReserved("a");
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		touch(job, MINUTE.plusNanos(1));
		assertThat(find("a").time()).isEqualTo(begun.plus(MINUTE).plusMillis(2));
	}

	@Test
	default void aTouchedLeaseIsValidUntilItsNewDeadline() {
		ReservedJob job = givenReserved("a");
		touch(job, MINUTE);
		advance(MINUTE.minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aTouchAfterTheDeadlineCountsUntilTheJobIsDeliveredAgain() {
		ReservedJob job = givenRunOut("a");
		assertThat(touch(job, TTR)).isEqualTo(SettleResult.DONE);
		assertThat(reserve(10).jobs()).isEmpty();
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aTouchAfterTheJobWasDeliveredAgainChangesNothing() {
		ReservedJob late = givenRunOut("a");
		reserveOne();
		String before = snapshot("a");
		assertThat(touch(late, Duration.ofHours(1))).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(snapshot("a")).isEqualTo(before);
	}

	@Test
	default void aTouchedLeaseIsStillSettledByItsToken() {
		ReservedJob job = givenReserved("a");
		touch(job, MINUTE);
		touch(job, MINUTE);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
	}

	@Test
	default void aTouchCostsNoAttempt() {
		ReservedJob job = givenReserved("a");
		touch(job, MINUTE);
		fail(job, Duration.ZERO);
		assertThat(failures("a").attempts()).isEqualTo(1);
		assertThat(reserveOne().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aTouchKeepsTheMaxAttemptsAndTtrOfTheLease() {
		submit("a");
		touch(reserveOne(requestWithMaxAttempts(1)), MINUTE);
		advance(MINUTE);
		reserve(requestWithMaxAttempts(5));
		assertThat(find("a").state()).isEqualTo(JobState.FAILED);
		assertThat(find("a").failures())
			.isEqualTo(new JobFailures(1, new FailureReason("TTR of 30000 ms elapsed", HOST), now()));
	}

	@Test
	default void aTouchPostponesTheNextEvent() {
		touch(givenReserved("a"), MINUTE);
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

	@Test
	default void aTouchExtendsNoOtherLease() {
		submitMany(2);
		List<ReservedJob> jobs = reserve(10).jobs();
		touch(jobs.get(0), MINUTE);
		assertThat(find(jobs.get(1).lease().id()).time()).isEqualTo(now().plus(TTR));
	}

	@Test
	default void anEmptyBatchOfTouchesHasNoResults() {
		assertThat(fixture().store().touch(List.of())).isEmpty();
	}

	@Test
	default void resultsOfAMixedBatchOfTouchesAreInOrder() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		Lease other = reserveOther().lease();
		submitMany(2);
		List<ReservedJob> jobs = reserve(10).jobs();
		ack(jobs.get(0));
		assertThat(fixture().store()
			.touch(List.of(new Touch(other, MINUTE), new Touch(jobs.get(0).lease(), MINUTE),
					new Touch(jobs.get(1).lease(), Duration.ofMinutes(2)))))
			.containsExactly(SettleResult.DONE, SettleResult.LEASE_LOST, SettleResult.DONE);
		assertThat(fixture().inspector().find(OTHER_TOPIC, "a").orElseThrow().time()).isEqualTo(now().plus(MINUTE));
		assertThat(find(jobs.get(1).lease().id()).time()).isEqualTo(now().plusSeconds(120));
	}

	@Test
	default void anExtendedLeaseIsSettledLikeOthers() {
		for (int i = 0; i < 7; i++) {
			ReservedJob job = givenReserved("a");
			touch(job, MINUTE);
			Lease lease = job.lease();
			Lease other = new Lease(TOPIC, "a", lease.token() + "1");
			Settlement settlement = settlement(i, lease);
			assertThat(settle(settlement(i, other))).isEqualTo(SettleResult.LEASE_LOST);
			assertThat(settle(settlement)).as(settlement.toString()).isEqualTo(SettleResult.DONE);
			assertThat(settle(settlement)).isEqualTo(SettleResult.LEASE_LOST);
			fixture().store().cancel(TOPIC, "a");
		}
	}

	private Settlement settlement(int kind, Lease lease) {
		return switch (kind) {
			case 0 -> new Settlement.Ack(lease);
			case 1 -> new Settlement.Release(lease, MINUTE);
			case 2 -> new Settlement.Resubmit(lease, record("a"), MINUTE);
			case 3 -> new Settlement.HandBack(lease);
			case 4 -> new Settlement.Fail(lease, REASON, MINUTE);
			case 5 -> new Settlement.Fail(lease, REASON, null);
			default -> new Settlement.Bury(lease, REASON);
		};
	}

}
