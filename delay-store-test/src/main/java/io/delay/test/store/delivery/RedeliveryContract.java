// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.delivery;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;

import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.Redelivery;
import io.delay.store.ReserveMode;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Redelivery: whether an expired lease counts as an attempt and isolates the job,
 * depending on the reports of the consumer.
 *
 * @since 0.1.0
 */
public interface RedeliveryContract extends StoreContract {

	/**
	 * The expected failure reason of an expired lease.
	 */
	FailureReason RAN_OUT = new FailureReason("TTR of 30000 ms elapsed", HOST);

	@Test
	default void aLeaseThatExpiresBeforeAReportCostsNoAttempt() {
		submit("a");
		deliver();
		advance(TTR);
		ReservedJob again = deliver();
		assertThat(again.terms().attempt()).isEqualTo(1);
		assertThat(again.terms().redelivery()).isEqualTo(Redelivery.REPEATED);
		assertThat(failures("a")).isEqualTo(new JobFailures(0, RAN_OUT, now()));
	}

	@Test
	default void aLeaseThatExpiresAfterTheReportedStartCostsAnAttempt() {
		submit("a");
		crash();
		ReservedJob again = deliver();
		assertThat(again.terms().attempt()).isEqualTo(2);
		assertThat(again.terms().redelivery()).isEqualTo(Redelivery.REPEATED);
		assertThat(failures("a")).isEqualTo(new JobFailures(1, RAN_OUT, now()));
	}

	@Test
	default void aTouchThatExtendsReportsTheStart() {
		submit("a");
		touch(deliver(), MINUTE);
		advance(MINUTE);
		assertThat(deliver().terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aReportKeepsTheEndOfTheLease() {
		submit("a");
		ReservedJob job = deliver();
		Instant end = find("a").time();
		advance(Duration.ofSeconds(1));
		assertThat(reportStart(job)).isEqualTo(SettleResult.DONE);
		assertThat(reportOverdue(job)).isEqualTo(SettleResult.DONE);
		assertThat(find("a").time()).isEqualTo(end);
	}

	@Test
	default void aReportUnderALostLeaseChangesNothing() {
		submit("a");
		ReservedJob late = deliver();
		advance(TTR);
		deliver();
		assertThat(reportStart(late)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(reportOverdue(late)).isEqualTo(SettleResult.LEASE_LOST);
		advance(TTR);
		assertThat(deliver().terms().attempt()).isEqualTo(1);
	}

	@Test
	default void anOverdueWorkerCostsAnAttemptAndIsNotACrash() {
		submit("a");
		for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
			ReservedJob job = reserveOne(request(10, ReserveMode.LISTEN));
			assertThat(job.terms().attempt()).isEqualTo(attempt);
			assertThat(job.terms().redelivery()).isEqualTo(Redelivery.NONE);
			reportStart(job);
			reportOverdue(job);
			reportStart(job);
			advance(TTR);
		}
		reserve(10);
		assertThat(state("a")).contains(JobState.FAILED);
	}

	@Test
	default void aTouchRevokesAnOverdueReport() {
		submit("a");
		ReservedJob job = deliver();
		reportOverdue(job);
		touch(job, MINUTE);
		advance(MINUTE);
		assertThat(deliver().terms().redelivery()).isEqualTo(Redelivery.REPEATED);
	}

	@Test
	default void aRedeliveryThatDidNotStartCostsNoAttempt() {
		submit("a");
		crash();
		deliver();
		JobFailures failures = failures("a");
		for (int i = 0; i < 5; i++) {
			advance(TTR);
			ReservedJob job = deliver();
			assertThat(job.terms().attempt()).isEqualTo(2);
			assertThat(job.terms().redelivery()).isEqualTo(Redelivery.REPEATED);
		}
		assertThat(failures("a")).isEqualTo(failures);
	}

	@Test
	default void aJobThatEndsItsWorkersFailsAfterItsAttempts() {
		submit("a");
		for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
			assertThat(crash().terms().attempt()).isEqualTo(attempt);
		}
		assertThat(reserve(10).buried()).hasSize(1);
		assertLastFailure("a", MAX_ATTEMPTS, RAN_OUT, now());
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void aJobWithOneAttemptFailsIfItHadStarted() {
		submit(JobSpec.job("a").maxAttempts(1));
		crash();
		reserve(request(10, ReserveMode.LISTEN));
		assertThat(failures("a")).isEqualTo(new JobFailures(1, RAN_OUT, now()));
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void aJobWithOneAttemptIsDeliveredAgainIfItHadNotStarted() {
		Instant due = now();
		submit(JobSpec.job("a").maxAttempts(1));
		for (int i = 0; i < 3; i++) {
			ReservedJob job = reserveOne(request(10, ReserveMode.LISTEN));
			assertThat(job.terms().attempt()).isEqualTo(1);
			assertThat(job.terms().redelivery()).isEqualTo(Redelivery.NONE);
			assertThat(job.dueTime()).isEqualTo(due);
			advance(TTR);
		}
		handBack(reserveOne(request(10, ReserveMode.LISTEN)));
		assertThat(find("a").dueTime()).isEqualTo(due);
	}

	@Test
	default void aConsumerThatReportsNothingLosesAnAttemptEachTime() {
		submit(JobSpec.job("a").maxAttempts(4));
		for (int attempt = 1; attempt <= 4; attempt++) {
			ReservedJob job = reserveOne();
			assertThat(job.terms().attempt()).isEqualTo(attempt);
			assertThat(job.terms().redelivery()).isEqualTo(Redelivery.NONE);
			touch(job, TTR);
			advance(TTR);
		}
		reserve(10);
		assertTheOnlyJobIs(JobState.FAILED);
	}

	@Test
	default void aJobIsIsolatedAfterTwoStallsInARow() {
		submit("a");
		deliver();
		advance(TTR);
		crash();
		assertThat(reserve(request(10, ReserveMode.LISTEN)).jobs()).isEmpty();
		ReservedJob job = deliver();
		assertThat(job.terms().redelivery()).isEqualTo(Redelivery.ISOLATED);
		assertThat(job.terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aJobIsIsolatedAfterOneStallBeforeItsLastAttempt() {
		submit(JobSpec.job("a").maxAttempts(2));
		crash();
		ReservedJob job = deliver();
		assertThat(job.terms().redelivery()).isEqualTo(Redelivery.ISOLATED);
		assertThat(job.terms().attempt()).isEqualTo(2);
	}

	@Test
	default void anExceptionResetsTheNumberOfStalls() {
		submit("a");
		crash();
		fail(deliver(), Duration.ZERO);
		assertThat(deliver().terms().redelivery()).isEqualTo(Redelivery.NONE);
	}

	@Test
	default void aReleaseResetsTheNumberOfStallsAndKeepsTheAttempts() {
		submit("a");
		crash();
		release(deliver(), Duration.ZERO);
		JobFailures failures = failures("a");
		assertThat(failures.attempts()).isEqualTo(1);
		ReservedJob job = deliver();
		assertThat(job.terms().redelivery()).isEqualTo(Redelivery.NONE);
		assertThat(job.terms().attempt()).isEqualTo(2);
		assertThat(failures("a")).isEqualTo(failures);
	}

	@Test
	default void aKickResetsTheNumberOfStalls() {
		submit("a");
		crash();
		bury(deliver());
		kick("a", DueTime.after(Duration.ZERO));
		assertThat(deliver().terms().redelivery()).isEqualTo(Redelivery.NONE);
	}

	@Test
	default void aHandBackKeepsTheNumberOfStalls() {
		submit("a");
		crash();
		handBack(deliver());
		assertThat(state("a")).contains(JobState.READY);
		ReservedJob again = deliver();
		assertThat(again.terms().redelivery()).isEqualTo(Redelivery.REPEATED);
		assertThat(again.terms().attempt()).isEqualTo(2);
	}

	@Test
	default void aRescheduleKeepsTheNumberOfStalls() {
		submit("a");
		crash();
		handBack(deliver());
		fixture().store().reschedule(TOPIC, "a", DueTime.after(Duration.ofSeconds(1)));
		advance(Duration.ofSeconds(1));
		assertThat(deliver().terms().redelivery()).isEqualTo(Redelivery.REPEATED);
	}

	@Test
	default void anIsolatedJobThatIsHandedBackStaysIsolated() {
		submit("a");
		crash();
		ReservedJob ranOut = crash();
		ReservedJob isolated = deliver();
		advance(Duration.ofSeconds(1));
		assertThat(handBack(isolated)).isEqualTo(SettleResult.DONE);
		assertThat(handBack(isolated)).isEqualTo(SettleResult.LEASE_LOST);
		assertThat(ack(isolated)).isEqualTo(SettleResult.LEASE_LOST);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(reserve(request(10, ReserveMode.LISTEN)).jobs()).isEmpty();
		ReservedJob again = deliver();
		assertThat(again.terms().redelivery()).isEqualTo(Redelivery.ISOLATED);
		assertThat(again.terms().attempt()).isEqualTo(3);
		assertThat(again.dueTime()).isEqualTo(ranOut.dueTime());
		assertThat(again.visibleSince()).isEqualTo(isolated.visibleSince());
	}

}
