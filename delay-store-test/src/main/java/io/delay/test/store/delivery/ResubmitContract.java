// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.delay.job.JobPriority;
import io.delay.job.JobState;
import io.delay.store.JobRecord;
import io.delay.store.ReserveMode;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.Settlement;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Resubmit: in one step, a job is done and a new job takes its id.
 *
 * @since 0.1.0
 */
public interface ResubmitContract extends StoreContract {

	@Test
	default void aResubmitWithADelayMakesTheNewJobWait() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		assertThat(resubmit(job, "next", MINUTE)).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.DELAYED);
		assertThat(snapshot("a")).isEqualTo("DELAYED " + now().plus(MINUTE) + " next {} null null NORMAL null");
		assertThat(find("a").dueTime()).isEqualTo(now().plus(MINUTE));
	}

	@Test
	default void aResubmitWithoutDelayMakesTheNewJobReady() {
		ReservedJob job = givenReserved("a");
		advance(Duration.ofSeconds(1));
		resubmit(job, "next", Duration.ZERO);
		assertTheOnlyJobIs(JobState.READY);
		ReservedJob next = reserveOne();
		assertThat(next.record().payload()).asString().isEqualTo("next");
		assertThat(next.dueTime()).isEqualTo(now()).isEqualTo(next.visibleSince());
		assertThat(next.lease().token()).isNotEqualTo(job.lease().token());
	}

	@Test
	default void aResubmittedJobIsNotAMillisecondEarly() {
		resubmit(givenReserved("a"), "next", MINUTE);
		advance(MINUTE.minus(MILLISECOND));
		assertThat(reserve(10).jobs()).isEmpty();
		advance(MILLISECOND);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void theFractionOfAMillisecondInTheDelayOfAResubmitIsRoundedUp() {
		ReservedJob job = givenReserved("a");
		Instant begun = now();
		advance(Duration.ofNanos(1000));
		resubmit(job, "next", Duration.ofNanos(1_000_001));
		assertThat(find("a").time()).isEqualTo(begun.plusMillis(3));
	}

	@Test
	default void aResubmitCountsAttemptsFromTheStartAndForgetsTheFailures() {
		submit(JobSpec.job("a").maxAttempts(2));
		fail(reserveOne(), Duration.ZERO);
		ReservedJob last = reserveOne();
		assertThat(last.terms().isLastAttempt()).isTrue();
		resubmit(last, "next", Duration.ZERO);
		assertThat(find("a").failures()).isNull();
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void aResubmitForgetsCrashesOfWorkers() {
		submit("a");
		crash();
		ReservedJob job = deliver();
		assertThat(job.terms().isReportedFirst()).isTrue();
		resubmit(job, "next", Duration.ZERO);
		assertThat(deliver().terms().isReportedFirst()).isFalse();
	}

	@Test
	default void aResubmitSetsTheWholeRecord() {
		submit(JobSpec.job("a").ttr(MINUTE).maxAttempts(9).priority(JobPriority.LOW));
		JobRecord record = new JobRecord(new byte[] { 'n' }, Map.of("k", "v"), Duration.ofSeconds(5), 2,
				JobPriority.HIGH);
		settle(new Settlement.Resubmit(reserveOne().lease(), record, Duration.ZERO));
		assertThat(snapshot("a")).isEqualTo("READY " + now() + " n {k=v} PT5S 2 HIGH null");
		submit("b");
		assertHandedOver(reserveIds(10), "a", "b");
	}

	@Test
	default void aSecondResubmitUnderTheSameLeaseChangesNothing() {
		ReservedJob job = givenReserved("a");
		resubmit(job, "next", MINUTE);
		advance(Duration.ofSeconds(1));
		String before = snapshot("a");
		assertThat(resubmit(job, "again", Duration.ZERO)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(snapshot("a")).isEqualTo(before);
	}

	@Test
	default void aResubmitOfAJobThatWasDeliveredAgainOrCancelledChangesNothing() {
		ReservedJob first = givenRunOut("a");
		ReservedJob second = reserveOne();
		assertThat(resubmit(first, "late", Duration.ZERO)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(ack(second)).isEqualTo(SettleResult.DONE);
		ReservedJob cancelled = givenReserved("b");
		fixture().store().cancel(TOPIC, "b");
		assertThat(resubmit(cancelled, "late", Duration.ZERO)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(state("b")).isEmpty();
	}

	@Test
	default void aResubmitAfterTheDeadlineCountsUntilTheJobIsDeliveredAgain() {
		ReservedJob job = givenRunOut("a");
		assertThat(resubmit(job, "next", Duration.ZERO)).isEqualTo(SettleResult.DONE);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void eachResubmitHasItsOwnResult() {
		submit("a");
		submit("b");
		List<ReservedJob> jobs = reserve(10).jobs();
		ack(jobs.get(0));
		assertThat(settleAll(new Settlement.Resubmit(jobs.get(0).lease(), JobRecord.of(new byte[0]), MINUTE),
				new Settlement.Resubmit(jobs.get(1).lease(), JobRecord.of(new byte[0]), MINUTE)))
			.containsExactly(SettleResult.LEASE_LOST, SettleResult.DONE);
		assertTheOnlyJobIs(JobState.DELAYED);
	}

	@Test
	default void aJobCanBeResubmittedWhileItsTopicIsPaused() {
		ReservedJob job = givenReserved("a");
		pause();
		assertThat(resubmit(job, "next", Duration.ZERO)).isEqualTo(SettleResult.DONE);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(reserve(request(10, ReserveMode.PULL)).jobs()).isEmpty();
	}

}
