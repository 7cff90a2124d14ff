// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.inspect;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.store.ReserveMode;
import io.delay.store.ReserveRequest;
import io.delay.store.ReserveTerms;
import io.delay.store.ReservedJob;
import io.delay.store.Settlement;
import io.delay.store.admin.FailedRetention;
import io.delay.store.throughput.JobCounts;
import io.delay.store.throughput.TopicThroughput;
import io.delay.test.store.JobSpec;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Throughput: what happens to the jobs of a topic is counted by minute and by quarter of
 * an hour.
 *
 * @since 0.1.0
 */
public interface ThroughputContract extends StoreContract {

	@Test
	default void storedJobsAreCountedAsSubmitted() {
		submit("a");
		submitAll(JobSpec.job("b"), JobSpec.job("a"), JobSpec.job("c").delay(MINUTE));
		assertThat(total()).isEqualTo(counts(3, 0, 0, 0, 0, 0, 0));
		submit(JobSpec.job("a").onConflict(ConflictPolicy.REPLACE));
		assertThat(total()).isEqualTo(counts(4, 0, 0, 0, 0, 0, 0));
	}

	@Test
	default void deliveredJobsAreCountedWithTheirLateness() {
		submit("a");
		submit("b", Duration.ofMillis(150));
		advance(Duration.ofMillis(250));
		reserve(10);
		assertThat(total()).isEqualTo(counts(2, 2, 0, 0, 0, 0, 350));
		assertThat(total().averageLateness()).isEqualTo(Duration.ofMillis(175));
	}

	@Test
	default void acknowledgedJobsAreCountedAsDone() {
		submitMany(3);
		reserve(10).jobs().forEach(this::ack);
		assertThat(total()).isEqualTo(counts(3, 3, 3, 0, 0, 0, 0));
	}

	@Test
	default void aResubmittedJobIsCountedAsDoneAndSubmitted() {
		resubmit(givenReserved("a"), "again", MINUTE);
		assertThat(total()).isEqualTo(counts(2, 1, 1, 0, 0, 0, 0));
	}

	@Test
	default void failedAttemptsAreCountedAndTheBurialAfterTheLastOne() {
		submit("a");
		fail(reserveOne(requestWithMaxAttempts(2)), Duration.ZERO);
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 0, 0, 0));
		fail(reserveOne(requestWithMaxAttempts(2)), Duration.ZERO);
		assertThat(total()).isEqualTo(counts(1, 2, 0, 2, 1, 0, 0));
	}

	@Test
	default void aBurialByTheHandlerIsAFailedAttempt() {
		bury(givenReserved("a"));
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 1, 0, 0));
	}

	@Test
	default void expiredLeasesAreFailedAttempts() {
		submit("a");
		reserve(requestWithMaxAttempts(2));
		advance(TTR.plusMillis(5));
		reserve(requestWithMaxAttempts(2));
		assertThat(total()).isEqualTo(counts(1, 2, 0, 1, 0, 0, 5));
		advance(TTR);
		reserve(requestWithMaxAttempts(2));
		assertThat(total()).isEqualTo(counts(1, 2, 0, 2, 1, 0, 5));
	}

	@Test
	default void anAttemptThatIsGivenBackIsNotCountedAsFailed() {
		submit("a");
		deliver();
		advance(TTR);
		deliver();
		assertThat(total()).isEqualTo(counts(1, 2, 0, 0, 0, 0, 0));
	}

	@Test
	default void aCrashIsAFailedAttempt() {
		submit("a");
		crash();
		deliver();
		assertThat(total()).isEqualTo(counts(1, 2, 0, 1, 0, 0, 0));
	}

	@Test
	default void cancelledAndPurgedJobsAreCancelled() {
		submitMany(3);
		fixture().store().cancel(TOPIC, "job-00001");
		fixture().store().cancel(TOPIC, "job-00001");
		assertThat(total()).isEqualTo(counts(3, 0, 0, 0, 0, 1, 0));
		administrator().purge(TOPIC, JobState.READY, 10);
		administrator().purge(TOPIC, JobState.FAILED, 10);
		assertThat(total()).isEqualTo(counts(3, 0, 0, 0, 0, 3, 0));
	}

	@Test
	default void jobsThatArePurgedAtOnceAreCancelled() {
		submitMany(3);
		int atOnce = administrator().purgeAtOnce(TOPIC, EnumSet.of(JobState.READY));
		assertThat(atOnce + administrator().purge(TOPIC, JobState.READY, 10)).isEqualTo(3);
		assertThat(total()).isEqualTo(counts(3, 0, 0, 0, 0, 3, 0));
	}

	@Test
	default void droppedJobsAreNotCancelled() {
		givenFailed("a");
		administrator().dropFailed(TOPIC, new FailedRetention(null, 0), 10);
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 1, 0, 0));
	}

	@Test
	default void aWaitingJobThatAnOperatorBuriesIsBuried() {
		submit("a");
		buryWaiting("a");
		buryWaiting("a");
		assertThat(total()).isEqualTo(counts(1, 0, 0, 0, 1, 0, 0));
	}

	@Test
	default void eachOfSeveralWaitingJobsThatAnOperatorBuriesIsCounted() {
		submit("a");
		submit("b");
		submit("c");
		administrator().bury(TOPIC, List.of("a", "b", "c", "unknown"), REASON);
		assertThat(total()).isEqualTo(counts(3, 0, 0, 0, 3, 0, 0));
	}

	@Test
	default void transitionsToWaitingAreNotCounted() {
		release(givenReserved("a"), Duration.ZERO);
		handBack(reserveOne());
		fixture().store().reschedule(TOPIC, "a", DueTime.NOW);
		touch(reserveOne(), TTR);
		givenFailed("b");
		kick("b", DueTime.NOW);
		assertThat(total()).isEqualTo(counts(2, 4, 0, 1, 1, 0, 0));
	}

	@Test
	default void aLostLeaseIsNotCounted() {
		ReservedJob job = givenReserved("a");
		ack(job);
		settleAll(new Settlement.Ack(job.lease()), new Settlement.Fail(job.lease(), REASON, null),
				new Settlement.Bury(job.lease(), REASON));
		resubmit(job, "again", MINUTE);
		assertThat(total()).isEqualTo(counts(1, 1, 1, 0, 0, 0, 0));
	}

	@Test
	default void anExpiredJobCountsAsCancelled() {
		settle(new Settlement.Expire(givenReserved("a").lease()));
		assertThat(total()).isEqualTo(counts(1, 1, 0, 0, 0, 1, 0));
	}

	@Test
	default void deliveriesToFailureHandlersAreNotCounted() {
		submit("a");
		fail(reserveForHandling(), Duration.ZERO);
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 0, 0, 0));
		fail(reserveForHandling(), Duration.ZERO);
		fail(reserveForHandling(), Duration.ZERO);
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 1, 0, 0));
	}

	@Test
	default void aHandledFailureIsCountedAsABurial() {
		submit("a");
		bury(reserveForHandling());
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 0, 0, 0));
		settle(new Settlement.FailureHandled(reserveForHandling().lease()));
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 1, 0, 0));
	}

	@Test
	default void anExpiredLeaseIsAFailedAttemptOnceIfTheFailureIsHandled() {
		submit("a");
		reserveForHandling();
		advance(TTR.plusMillis(5));
		reserveForHandling();
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 0, 0, 0));
		advance(TTR);
		reserveForHandling();
		advance(TTR);
		reserve(requestForHandling());
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 1, 0, 0));
	}

	@Test
	default void anExpiredLeaseThatNoFailureHandlerTakesIsAFailedAttempt() {
		submit("a");
		reserveForHandling();
		advance(TTR);
		reserve(request(10));
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 0, 0, 0));
		advance(TTR);
		reserve(request(10));
		assertThat(total()).isEqualTo(counts(1, 1, 0, 1, 1, 0, 0));
	}

	@Test
	default void intervalsAreInOrderAndEndWithThePresentOne() {
		advance(Duration.ofSeconds(100));
		TopicThroughput throughput = throughput();
		assertThat(throughput.minutes()).hasSize(60);
		assertThat(throughput.quarters()).hasSize(96);
		Instant minute = now().truncatedTo(ChronoUnit.MINUTES);
		assertThat(throughput.minutes().get(59)).isEqualTo(interval(minute, MINUTE));
		assertThat(throughput.minutes().get(0)).isEqualTo(interval(minute.minus(Duration.ofMinutes(59)), MINUTE));
		Instant quarter = Instant.ofEpochSecond(now().getEpochSecond() / 900 * 900);
		assertThat(throughput.quarters().get(95)).isEqualTo(interval(quarter, Duration.ofMinutes(15)));
		assertThat(throughput.quarters().get(0).from()).isEqualTo(quarter.minus(Duration.ofMinutes(95 * 15)));
	}

	private static TopicThroughput.Interval interval(Instant from, Duration length) {
		return new TopicThroughput.Interval(from, from.plus(length), JobCounts.NONE);
	}

	@Test
	default void eventsStayInTheirMinute() {
		ack(givenReserved("a"));
		submit("b");
		advance(MINUTE);
		submit("c");
		advance(MINUTE.multipliedBy(2));
		cancelBoth();
		assertThat(minuteBefore(3)).isEqualTo(counts(2, 1, 1, 0, 0, 0, 0));
		assertThat(minuteBefore(2)).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		assertThat(minuteBefore(1)).isEqualTo(JobCounts.NONE);
		assertThat(minuteBefore(0)).isEqualTo(counts(0, 0, 0, 0, 0, 2, 0));
		assertThat(total()).isEqualTo(counts(3, 1, 1, 0, 0, 2, 0));
	}

	private void cancelBoth() {
		fixture().store().cancel(TOPIC, "b");
		fixture().store().cancel(TOPIC, "c");
	}

	@Test
	default void eventsAreKeptByMinuteForAnHourAndByQuarterForADay() {
		submit("a");
		advance(Duration.ofMinutes(59));
		assertThat(minuteBefore(59)).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		submit("b");
		assertThat(minuteBefore(59)).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		advance(MINUTE);
		submit("c");
		assertThat(minuteBefore(0)).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		assertThat(sum(throughput().minutes())).isEqualTo(counts(2, 0, 0, 0, 0, 0, 0));
		advance(Duration.ofHours(22));
		submit("d");
		assertThat(total()).isEqualTo(counts(4, 0, 0, 0, 0, 0, 0));
		advance(Duration.ofHours(2));
		submit("e");
		assertThat(sum(throughput().minutes())).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		assertThat(total()).isEqualTo(counts(2, 0, 0, 0, 0, 0, 0));
	}

	@Test
	default void quartersOfAnHourAreSumsOfTheirMinutes() {
		Instant start = now();
		for (int i = 0; i < 31; i++) {
			submit("job-" + i);
			submit("other-" + i);
			advance(MINUTE);
		}
		List<TopicThroughput.Interval> used = throughput().quarters()
			.stream()
			.filter((quarter) -> quarter.counts().submitted() > 0)
			.toList();
		assertThat(sum(used)).isEqualTo(counts(62, 0, 0, 0, 0, 0, 0));
		assertThat(used)
			.allSatisfy((quarter) -> assertThat(quarter.counts().submitted()).isEqualTo(2 * overlap(quarter, start)));
	}

	// The number of submits of one id between the start and half an hour later
	private static long overlap(TopicThroughput.Interval quarter, Instant start) {
		return IntStream.range(0, 31)
			.mapToObj((minute) -> start.plus(Duration.ofMinutes(minute)))
			.filter((time) -> !time.isBefore(quarter.from()) && time.isBefore(quarter.to()))
			.count();
	}

	@Test
	default void eventsAfterTheClockWentBackCountInTheEarlierMinute() {
		submit("a");
		advance(MINUTE.negated());
		submit("b");
		assertThat(minuteBefore(0)).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		assertThat(sum(throughput().minutes())).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		advance(MINUTE);
		submit("c");
		assertThat(minuteBefore(1)).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		assertThat(minuteBefore(0)).isEqualTo(counts(2, 0, 0, 0, 0, 0, 0));
		advance(MINUTE);
		submit("d");
		assertThat(minuteBefore(1)).isEqualTo(counts(2, 0, 0, 0, 0, 0, 0));
	}

	@Test
	default void countersOfAClockThatWasFastAreReplaced() {
		advance(Duration.ofDays(2));
		submit("a");
		advance(MINUTE);
		submit("b");
		advance(Duration.ofDays(2).plus(MINUTE).negated());
		submit("c");
		advance(MINUTE);
		submit("d");
		assertThat(minuteBefore(1)).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
		assertThat(total()).isEqualTo(counts(2, 0, 0, 0, 0, 0, 0));
	}

	@Test
	default void anUnknownTopicHasNoThroughput() {
		assertThat(total()).isEqualTo(JobCounts.NONE);
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void topicsAreCountedSeparately() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		assertThat(total()).isEqualTo(JobCounts.NONE);
		assertThat(sum(fixture().inspector().throughput(OTHER_TOPIC).minutes())).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
	}

	@Test
	default void aForgottenTopicHasLostItsThroughput() {
		ack(givenReserved("a"));
		assertThat(administrator().forget(TOPIC).forgotten()).isTrue();
		submit("b");
		assertThat(total()).isEqualTo(counts(1, 0, 0, 0, 0, 0, 0));
	}

	private ReserveRequest requestForHandling() {
		return new ReserveRequest(TOPIC, TOKENS.next(), 10, new ReserveTerms(TTR, 1, 2), ReserveMode.PULL);
	}

	private ReservedJob reserveForHandling() {
		return reserveAfterExpiredLeases(this::requestForHandling);
	}

	private TopicThroughput throughput() {
		return fixture().inspector().throughput(TOPIC);
	}

	private JobCounts total() {
		return sum(throughput().quarters());
	}

	private JobCounts minuteBefore(int minutes) {
		return throughput().minutes().get(59 - minutes).counts();
	}

	private static JobCounts sum(List<TopicThroughput.Interval> intervals) {
		return intervals.stream().map(TopicThroughput.Interval::counts).reduce(JobCounts.NONE, JobCounts::plus);
	}

	private static JobCounts counts(long submitted, long delivered, long done, long failedAttempts, long buried,
			long cancelled, long latenessMillis) {
		return new JobCounts(submitted, delivered, done, failedAttempts, buried, cancelled,
				Duration.ofMillis(latenessMillis));
	}

}
