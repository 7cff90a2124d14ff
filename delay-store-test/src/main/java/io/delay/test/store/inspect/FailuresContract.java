// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.JobFailures.Failure;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.StoredJob;
import io.delay.store.admin.JobPageRequest;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Failures: the last three failures of a job are kept, with their stack traces.
 *
 * @since 0.1.0
 */
public interface FailuresContract extends StoreContract {

	/**
	 * The stack trace of {@link #reason}.
	 */
	String TRACE = "\tat shop.Orders.close(Orders.java:7)\nCaused by: java.net.ConnectException: größe 😀\r\n\t... 3 more";

	/**
	 * Return the reason of a failed attempt.
	 * @param attempt the number of the attempt, which decides all values
	 * @return a reason
	 */
	default FailureReason reason(int attempt) {
		return new FailureReason("java.io.IOException: " + attempt, "worker-" + attempt, TRACE + attempt,
				Duration.ofMillis(1000 + attempt));
	}

	/**
	 * Let the next attempt of the only job fail.
	 * @return the failure that is expected to be recorded
	 */
	default Failure givenFailure(FailureReason reason) {
		advance(Duration.ofSeconds(1));
		ReservedJob job = reserveOne();
		settle(new Settlement.Fail(job.lease(), reason, Duration.ZERO));
		return new Failure(job.terms().attempt(), now(), reason);
	}

	private void assertFailures(int attempts, Failure... recent) {
		assertThat(failures("a")).isEqualTo(new JobFailures(attempts, List.of(recent)));
	}

	@Test
	default void aFailureKeepsItsStackTraceAndHowLongItRan() {
		submit("a");
		Failure failure = givenFailure(reason(1));
		assertFailures(1, failure);
		assertThat(failures("a").last()).isEqualTo(reason(1));
	}

	@Test
	default void aBurialKeepsItsStackTraceAndHowLongItRan() {
		ReservedJob job = givenReserved("a");
		settle(new Settlement.Bury(job.lease(), reason(1)));
		assertFailures(1, new Failure(1, now(), reason(1)));
	}

	@Test
	default void theLastThreeFailuresAreKeptNewestFirst() {
		submit(JobSpec.job("a").maxAttempts(9));
		Failure first = givenFailure(reason(1));
		Failure second = givenFailure(reason(2));
		assertFailures(2, second, first);
		Failure third = givenFailure(reason(3));
		assertFailures(3, third, second, first);
		Failure fourth = givenFailure(reason(4));
		assertFailures(4, fourth, third, second);
		Failure fifth = givenFailure(reason(5));
		assertFailures(5, fifth, fourth, third);
	}

	@Test
	default void allFailuresWithTheSameStackTraceHaveIt() {
		submit(JobSpec.job("a").maxAttempts(9));
		FailureReason same = new FailureReason("boom", HOST, TRACE, null);
		FailureReason none = new FailureReason("bang", HOST);
		Failure first = givenFailure(same);
		Failure second = givenFailure(same);
		Failure third = givenFailure(same);
		assertFailures(3, third, second, first);
		Failure fourth = givenFailure(none);
		assertFailures(4, fourth, third, second);
		Failure fifth = givenFailure(none);
		assertFailures(5, fifth, fourth, third);
		Failure sixth = givenFailure(same);
		assertFailures(6, sixth, fifth, fourth);
		assertThat(failures("a").recent()).extracting((failure) -> failure.reason().stackTrace())
			.containsExactly(TRACE, null, null);
	}

	@Test
	default void reasonsOfTheLargestSizeAreKept() {
		submit(JobSpec.job("a").maxAttempts(9));
		FailureReason large = new FailureReason("é".repeat(FailureReason.MAX_ERROR_BYTES), HOST,
				"\tat é".repeat(FailureReason.MAX_STACK_TRACE_BYTES), Duration.ofDays(9999));
		FailureReason other = new FailureReason("à".repeat(FailureReason.MAX_ERROR_BYTES), HOST,
				"\tat à".repeat(FailureReason.MAX_STACK_TRACE_BYTES), Duration.ZERO);
		Failure first = givenFailure(large);
		Failure second = givenFailure(other);
		assertFailures(3, givenFailure(large), second, first);
	}

	@Test
	default void separatorsInTextsAreKept() {
		submit(JobSpec.job("a").maxAttempts(9));
		FailureReason separators = new FailureReason("\u001e1;\n\u001e1;h\n\u001e", "h\u001e;1", "\u001e2;\n\u001e",
				Duration.ZERO);
		Failure first = givenFailure(separators);
		Failure second = givenFailure(separators);
		assertFailures(2, second, first);
		assertThat(failures("a").last())
			.isEqualTo(new FailureReason("\n1;\n\n1;h\n\n", "h_;1", "\n2;\n\n", Duration.ZERO));
	}

	@Test
	default void anEmptyErrorIsFollowedByOthers() {
		submit(JobSpec.job("a").maxAttempts(9));
		Failure first = givenFailure(new FailureReason("", HOST));
		Failure second = givenFailure(new FailureReason("", HOST, TRACE, null));
		assertFailures(2, second, first);
	}

	@Test
	default void aKickKeepsTheFailures() {
		submit(JobSpec.job("a").maxAttempts(2));
		Failure first = givenFailure(reason(1));
		Failure second = givenFailure(reason(2));
		administrator().kick(TOPIC, List.of("a"), DueTime.NOW);
		assertFailures(0, second, first);
		Failure third = givenFailure(reason(3));
		assertThat(third.attempt()).isEqualTo(1);
		assertFailures(1, third, second, first);
	}

	@Test
	default void aKickOfTheOldestKeepsTheFailures() {
		submit(JobSpec.job("a").maxAttempts(1));
		Failure first = givenFailure(reason(1));
		administrator().kickOldest(TOPIC, 1, DueTime.NOW);
		assertFailures(0, first);
	}

	@Test
	default void aReleaseAndARescheduleKeepTheFailures() {
		submit("a");
		Failure first = givenFailure(reason(1));
		Failure second = givenFailure(reason(2));
		settle(new Settlement.Release(reserveOne().lease(), MINUTE));
		assertFailures(2, second, first);
		fixture().store().reschedule(TOPIC, "a", DueTime.NOW);
		assertFailures(2, second, first);
		handBack(reserveOne());
		assertFailures(2, second, first);
	}

	@Test
	default void aReplacementForgetsTheFailures() {
		submit("a");
		givenFailure(reason(1));
		submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
		assertThat(find("a").failures()).isNull();
		Failure failure = givenFailure(reason(2));
		assertFailures(1, failure);
	}

	@Test
	default void anExpiredLeaseIsAFailureLikeOthers() {
		submit("a");
		Failure first = givenFailure(reason(1));
		reserveOne();
		advance(TTR);
		reserveOne();
		Failure second = new Failure(2, now(), new FailureReason("TTR of 30000 ms elapsed", HOST));
		assertFailures(2, second, first);
	}

	@Test
	default void anExpiredLeaseOfTheLastAttemptKeepsTheFailures() {
		submit(JobSpec.job("a").maxAttempts(2));
		Failure first = givenFailure(reason(1));
		reserveOne();
		advance(TTR);
		reserve(10);
		assertTheOnlyJobIs(JobState.FAILED);
		assertFailures(2, new Failure(2, now(), new FailureReason("TTR of 30000 ms elapsed", HOST)), first);
	}

	@Test
	default void aHandlerThatNeverStartedHasTheAttemptOfThePreviousFailure() {
		submit("a");
		Failure first = givenFailure(reason(1));
		Failure second = givenFailure(reason(2));
		reserveOne(request(10, ReserveMode.LISTEN));
		advance(TTR);
		reserveOne(request(10, ReserveMode.LISTEN_ISOLATED));
		assertFailures(2, new Failure(2, now(), new FailureReason("TTR of 30000 ms elapsed", HOST)), second, first);
	}

	@Test
	default void aBurialByAnAdministratorIsAFailureLikeOthers() {
		submit("a");
		Failure first = givenFailure(reason(1));
		Failure second = givenFailure(reason(2));
		advance(Duration.ofSeconds(1));
		administrator().bury(TOPIC, List.of("a"), REASON);
		assertFailures(2, new Failure(2, now(), REASON), second, first);
	}

	@Test
	default void theFailureOfAFailureHandlerFollowsThatOfTheJob() {
		submit("a");
		settle(new Settlement.Fail(reserveForHandler().lease(), reason(1), Duration.ZERO));
		Failure first = new Failure(1, now(), reason(1));
		for (int attempt = 1; attempt <= 2; attempt++) {
			advance(Duration.ofSeconds(1));
			ReservedJob job = reserveForHandler();
			assertThat(job.terms().failures()).isEqualTo(new JobFailures(1, List.of(first)));
			settle(new Settlement.Fail(job.lease(), reason(7), Duration.ZERO));
		}
		FailureReason both = new FailureReason("java.io.IOException: 1\nFailure handler: java.io.IOException: 7",
				"worker-7", TRACE + 7, Duration.ofMillis(1007));
		assertTheOnlyJobIs(JobState.FAILED);
		assertFailures(1, new Failure(1, now(), both), first);
	}

	@Test
	default void theBurialByAFailureHandlerFollowsTheFailureOfTheJob() {
		submit("a");
		settle(new Settlement.Bury(reserveForHandler().lease(), reason(1)));
		Failure first = new Failure(1, now(), reason(1));
		advance(Duration.ofSeconds(1));
		settle(new Settlement.Bury(reserveForHandler().lease(), reason(7)));
		assertFailures(1, new Failure(1, now(), reason(1).and(reason(7))), first);
	}

	@Test
	default void aFailureHandlerReceivesAnExpiredLeaseAndEarlierFailures() {
		submit(JobSpec.job("a").maxAttempts(2));
		Failure first = givenFailure(reason(1));
		reserveForHandler();
		advance(TTR);
		ReservedJob job = reserveForHandler();
		Failure second = new Failure(2, now(), new FailureReason("TTR of 30000 ms elapsed", HOST));
		assertThat(job.terms().failures()).isEqualTo(new JobFailures(2, List.of(second, first)));
		assertFailures(2, second, first);
	}

	@Test
	default void aListContainsTheLastFailureWithoutItsStackTrace() {
		submit(JobSpec.job("a").maxAttempts(2));
		givenFailure(reason(1));
		Failure second = givenFailure(reason(2));
		List<StoredJob> jobs = fixture().inspector().page(new JobPageRequest(TOPIC, JobState.FAILED, null, 9)).jobs();
		FailureReason listed = new FailureReason("java.io.IOException: 2", "worker-2", null, Duration.ofMillis(1002));
		assertThat(jobs).extracting(StoredJob::failures)
			.containsExactly(new JobFailures(2, List.of(new Failure(2, second.time(), listed))));
	}

	private ReservedJob reserveForHandler() {
		return reserveAfterExpiredLeases(
				() -> new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, 1, 2), ReserveMode.PULL));
	}

}
