// SPDX-License-Identifier: Apache-2.0

package io.delay.test.store.admin;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;

import io.delay.job.ConflictPolicy;
import io.delay.job.DueTime;
import io.delay.job.JobState;
import io.delay.job.SubmitStatus;
import io.delay.store.BuriedJob;
import io.delay.store.FailureReason;
import io.delay.store.JobFailures;
import io.delay.store.ReserveResult;
import io.delay.store.ReservedJob;
import io.delay.store.SettleResult;
import io.delay.store.admin.Operator;
import io.delay.store.admin.TopicPause;
import io.delay.test.store.JobSpec;
import io.delay.test.store.RecordedWakeUps;
import io.delay.test.store.StoreContract;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Pause: jobs of a paused topic are not handed out until it is resumed; everything else
 * continues.
 *
 * @since 0.1.0
 */
public interface PauseContract extends StoreContract {

	/**
	 * The result of a reserve from a paused topic, regardless of its jobs.
	 */
	ReserveResult NOTHING = new ReserveResult(List.of(), null, List.of());

	// Pause and resume

	@Test
	default void aTopicIsPausedOnce() {
		givenReady("a");
		assertThat(status().paused()).isFalse();
		assertThat(pause()).isTrue();
		assertThat(pause()).isFalse();
		assertThat(status().paused()).isTrue();
	}

	@Test
	default void aPauseHasItsTimeAndItsOperator() {
		assertThat(status().pause()).isNull();
		Operator operator = new Operator("Zoë 50%s\\n{x}");
		administrator().pause(TOPIC, operator);
		TopicPause pause = new TopicPause(operator, now());
		advance(MINUTE);
		assertThat(status().pause()).isEqualTo(pause);
	}

	@Test
	default void aSecondPauseKeepsTheFirst() {
		pause();
		TopicPause first = status().pause();
		advance(MINUTE);
		assertThat(administrator().pause(TOPIC, new Operator("bob"))).isFalse();
		assertThat(status().pause()).isEqualTo(first);
	}

	@Test
	default void aResumeRemovesTheOperatorOfThePause() {
		pause();
		administrator().resume(TOPIC);
		assertThat(status().pause()).isNull();
		advance(MINUTE);
		administrator().pause(TOPIC, new Operator("bob"));
		assertThat(status().pause()).isEqualTo(new TopicPause(new Operator("bob"), now()));
	}

	@Test
	default void theLongestNameOfAnOperatorIsKept() {
		Operator operator = new Operator("ü".repeat(Operator.MAX_LENGTH));
		administrator().pause(TOPIC, operator);
		assertThat(status().pause()).extracting(TopicPause::by).isEqualTo(operator);
	}

	@Test
	default void aTopicIsResumedOnce() {
		pause();
		assertThat(administrator().resume(TOPIC)).isTrue();
		assertThat(administrator().resume(TOPIC)).isFalse();
		assertThat(status().paused()).isFalse();
	}

	@Test
	default void aTopicThatWasNeverPausedIsNotResumed() {
		givenReady("a");
		assertThat(administrator().resume(TOPIC)).isFalse();
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aTopicCanBePausedBeforeItExists() {
		assertThat(pause()).isTrue();
		assertThat(fixture().inspector().topics()).containsExactly(TOPIC);
		assertThat(status().paused()).isTrue();
		submit("a");
		assertThat(reserve(10)).isEqualTo(NOTHING);
	}

	@Test
	default void anUnknownTopicIsNotResumed() {
		assertThat(administrator().resume("unknown")).isFalse();
		assertThat(fixture().inspector().topics()).isEmpty();
	}

	@Test
	default void aTopicIsPausedAgain() {
		givenReady("a");
		pause();
		administrator().resume(TOPIC);
		assertThat(pause()).isTrue();
		assertThat(reserve(10)).isEqualTo(NOTHING);
		administrator().resume(TOPIC);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	@Test
	default void aPauseOutlivesTheJobsOfItsTopic() {
		givenReady("a");
		pause();
		administrator().purge(TOPIC, JobState.READY, 10);
		assertThat(status().paused()).isTrue();
		submit("b");
		assertThat(reserve(10)).isEqualTo(NOTHING);
	}

	// Reserves of a paused topic

	@Test
	default void aPausedTopicDeliversNothingAndHasNoNextEvent() {
		givenReady("a");
		givenDelayed("b");
		pause();
		assertThat(reserve(10)).isEqualTo(NOTHING);
		advance(MINUTE);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		assertThat(count(JobState.READY)).isEqualTo(2);
	}

	@Test
	default void aPausedTopicDoesNotReturnDeadlines() {
		givenReserved("a");
		pause();
		assertThat(reserve(10)).isEqualTo(NOTHING);
	}

	@Test
	default void aResumedTopicDeliversItsReadyJobs() {
		givenReady("a");
		pause();
		submit("b");
		givenDelayed("c");
		administrator().resume(TOPIC);
		ReserveResult result = reserve(10);
		assertHandedOver(idsOf(result), "a", "b");
		assertThat(result.nextEvent()).isEqualTo(TTR);
	}

	@Test
	default void aJobThatBecomesDueDuringAPauseIsDeliveredWithItsDueTime() {
		givenDelayed("a");
		pause();
		advance(MINUTE.plus(MINUTE));
		administrator().resume(TOPIC);
		assertThat(reserveOne().dueTime()).isEqualTo(now().minus(MINUTE));
	}

	@Test
	default void aPauseDoesNotChangeOtherTopics() {
		submit(JobSpec.job("a").topic(OTHER_TOPIC));
		pause();
		assertThat(reserveOther().lease().id()).isEqualTo("a");
		assertThat(fixture().inspector().status(OTHER_TOPIC).paused()).isFalse();
		administrator().pause(OTHER_TOPIC, OPERATOR);
		administrator().resume(TOPIC);
		assertThat(fixture().inspector().status(OTHER_TOPIC).paused()).isTrue();
	}

	// Leases

	@Test
	default void aJobWhoseLeaseExpiresDuringAPauseIsDeliveredAfterwards() {
		givenReserved("a");
		pause();
		advance(MINUTE);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		assertTheOnlyJobIs(JobState.RESERVED);
		assertThat(find("a").failures()).isNull();
		administrator().resume(TOPIC);
		ReservedJob job = reserveOne();
		assertThat(job.terms().attempt()).isEqualTo(2);
		assertThat(failures("a")).isEqualTo(new JobFailures(1, ttrRanOut(), now()));
	}

	@Test
	default void aLastLeaseThatExpiresDuringAPauseBuriesItsJobAfterwards() {
		submit(JobSpec.job("a").maxAttempts(1));
		reserveOne();
		pause();
		advance(MINUTE);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		assertTheOnlyJobIs(JobState.RESERVED);
		administrator().resume(TOPIC);
		assertThat(reserve(10))
			.isEqualTo(new ReserveResult(List.of(), null, List.of(new BuriedJob("a", 1, ttrRanOut()))));
		assertThat(find("a").time()).isEqualTo(now());
	}

	@Test
	default void aLeaseThatExpiredDuringAPauseIsStillSettled() {
		ReservedJob job = givenReserved("a");
		pause();
		advance(MINUTE);
		reserve(10);
		assertThat(ack(job)).isEqualTo(SettleResult.DONE);
		administrator().resume(TOPIC);
		assertThat(reserve(10)).isEqualTo(NOTHING);
	}

	@Test
	default void jobsAreSettledDuringAPause() {
		List<ReservedJob> jobs = List.of("ack", "release", "fail", "bury").stream().map(this::givenReserved).toList();
		pause();
		assertThat(ack(jobs.get(0))).isEqualTo(SettleResult.DONE);
		assertThat(release(jobs.get(1), Duration.ZERO)).isEqualTo(SettleResult.DONE);
		assertThat(fail(jobs.get(2), Duration.ZERO)).isEqualTo(SettleResult.DONE);
		assertThat(bury(jobs.get(3))).isEqualTo(SettleResult.DONE);
		assertThat(state("ack")).isEmpty();
		assertThat(state("release")).contains(JobState.READY);
		assertThat(state("fail")).contains(JobState.READY);
		assertThat(state("bury")).contains(JobState.FAILED);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		administrator().resume(TOPIC);
		assertHandedOver(reserveIds(10), "fail", "release");
	}

	@Test
	default void aLeaseIsExtendedDuringAPause() {
		ReservedJob job = givenReserved("a");
		pause();
		assertThat(touch(job, MINUTE)).isEqualTo(SettleResult.DONE);
		assertThat(find("a").time()).isEqualTo(now().plus(MINUTE));
	}

	@Test
	default void jobsAreHandedBackDuringAPause() {
		ReservedJob job = givenReserved("a");
		pause();
		assertThat(fixture().store().handBack(TOPIC, job.lease().token())).isEqualTo(1);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		administrator().resume(TOPIC);
		assertThat(reserveOne().terms().attempt()).isEqualTo(1);
	}

	// Operations that continue

	@Test
	default void jobsAreSubmittedDuringAPause() {
		givenReady("kept");
		pause();
		assertThat(submitAll(JobSpec.job("new"), JobSpec.job("delayed").delay(MINUTE), JobSpec.job("kept")))
			.extracting("status")
			.containsExactly(SubmitStatus.CREATED, SubmitStatus.CREATED, SubmitStatus.EXISTING);
		assertThat(submit(JobSpec.job("kept").delay(MINUTE).onConflict(ConflictPolicy.REPLACE)).status())
			.isEqualTo(SubmitStatus.REPLACED);
		assertThat(count(JobState.READY)).isEqualTo(1);
		assertThat(count(JobState.DELAYED)).isEqualTo(2);
	}

	@Test
	default void jobsAreCancelledDuringAPause() {
		givenReady("a");
		pause();
		assertThat(fixture().store().cancel(TOPIC, "a")).contains(JobState.READY);
		assertThat(state("a")).isEmpty();
	}

	@Test
	default void jobsAreRescheduledDuringAPause() {
		givenReady("a");
		pause();
		assertThat(fixture().store().reschedule(TOPIC, "a", DueTime.after(MINUTE))).contains(JobState.READY);
		administrator().resume(TOPIC);
		assertThat(reserve(10).nextEvent()).isEqualTo(MINUTE);
	}

	@Test
	default void jobsAreBuriedKickedAndDroppedDuringAPause() {
		givenReady("a");
		pause();
		assertThat(buryWaiting("a")).contains(JobState.READY);
		assertThat(kick("a", DueTime.NOW)).contains(JobState.FAILED);
		assertTheOnlyJobIs(JobState.READY);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		buryWaiting("a");
		assertThat(administrator().kickOldest(TOPIC, 1, DueTime.NOW)).isEqualTo(1);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		administrator().resume(TOPIC);
		assertThat(reserveIds(10)).containsExactly("a");
	}

	// Wake-ups

	@Test
	default void aResumeWakesConsumers() {
		pause();
		givenReady("a");
		try (RecordedWakeUps sleeper = sleepThroughAPause()) {
			administrator().resume(TOPIC);
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aResumeWakesConsumersForADelayedJob() {
		pause();
		givenDelayed("a");
		try (RecordedWakeUps sleeper = sleepThroughAPause()) {
			administrator().resume(TOPIC);
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aResumeWakesConsumersForALease() {
		givenReserved("a");
		pause();
		try (RecordedWakeUps sleeper = sleepThroughAPause()) {
			administrator().resume(TOPIC);
			sleeper.assertImmediateWakeUp();
		}
	}

	@Test
	default void aResumeWithoutEffectWakesNoConsumer() {
		try (RecordedWakeUps sleeper = RecordedWakeUps.of(fixture().store(), TOPIC)) {
			reserve(10);
			administrator().resume(TOPIC);
			submit("a", MINUTE);
			sleeper.assertWakeUp(MINUTE);
			assertThat(sleeper.received()).hasSize(1);
		}
	}

	@Test
	default void nothingWakesConsumersDuringAPause() {
		try (RecordedWakeUps sleeper = RecordedWakeUps.of(fixture().store(), TOPIC)) {
			List<ReservedJob> jobs = Stream.of("release", "fail", "back", "kick").map(this::givenReserved).toList();
			awaitAllWakeUps(sleeper);
			pause();
			assertThat(reserve(10)).isEqualTo(NOTHING);
			submitAll(JobSpec.job("ready"), JobSpec.job("delayed").delay(Duration.ofSeconds(10)));
			fixture().store().reschedule(TOPIC, "delayed", DueTime.after(Duration.ofSeconds(5)));
			release(jobs.get(0), Duration.ZERO);
			fail(jobs.get(1), Duration.ofSeconds(1));
			fixture().store().handBack(TOPIC, jobs.get(2).lease().token());
			bury(jobs.get(3));
			kick("kick", DueTime.NOW);
			submit(JobSpec.job("ready").onConflict(ConflictPolicy.REPLACE));
			administrator().resume(TOPIC);
			// No wake-ups were sent before those of the resume
			sleeper.assertImmediateWakeUp(fixture().partitions());
		}
	}

	@Test
	default void wakeUpsContinueAfterAPause() {
		pause();
		reserve(10);
		administrator().resume(TOPIC);
		try (RecordedWakeUps sleeper = RecordedWakeUps.of(fixture().store(), TOPIC)) {
			reserve(10);
			submit("a", MINUTE);
			sleeper.assertWakeUp(MINUTE);
		}
	}

	private RecordedWakeUps sleepThroughAPause() {
		RecordedWakeUps sleeper = RecordedWakeUps.of(fixture().store(), TOPIC);
		assertThat(reserve(10)).isEqualTo(NOTHING);
		return sleeper;
	}

	// Wake-ups between the nodes of a cluster take time, but they keep their order.
	private void awaitAllWakeUps(RecordedWakeUps sleeper) {
		Duration last = Duration.ofSeconds(20);
		assertThat(reserve(10).jobs()).isEmpty();
		submit("last", last);
		sleeper.assertWakeUp(last);
		fixture().store().cancel(TOPIC, "last");
		sleeper.forget();
	}

	private static FailureReason ttrRanOut() {
		return new FailureReason("TTR of 30000 ms elapsed", HOST);
	}

}
