// SPDX-License-Identifier: Apache-2.0

package io.delay.redis.reserve;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.delay.redis.wakeup.WakeUp;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PartitionSchedule}.
 */
class PartitionScheduleTests {

	private static final Duration SECOND = Duration.ofSeconds(1);

	private static final Duration SAFETY_CHECK = Duration.ofSeconds(12);

	private static final Duration LATEST_SAFETY_CHECK = Duration.ofSeconds(18);

	private final AtomicLong nanos = new AtomicLong(-5);

	private final PartitionSchedule schedule = new PartitionSchedule(this.nanos::get);

	@BeforeEach
	void subscribe() {
		this.schedule.subscribed();
	}

	@Test
	void allPartitionsAreDueAtFirst() {
		assertThat(due()).containsExactly(0, 1, 2, 3);
	}

	@Test
	void allPartitionsAreAlwaysDueWithoutWakeUps() {
		this.schedule.unsubscribed();
		answerAll(Duration.ofHours(1));
		assertThat(due()).containsExactly(0, 1, 2, 3);
		assertThat(this.schedule.next()).isNull();
	}

	@Test
	void aPartitionIsDueAtItsNextEvent() {
		answerAll(null);
		answer(2, SECOND);
		answer(1, SECOND.multipliedBy(2));
		assertThat(this.schedule.next()).isEqualTo(SECOND);
		advance(SECOND);
		assertThat(this.schedule.next()).isZero();
		assertThat(due()).containsExactly(2);
		advance(SECOND);
		assertThat(due()).containsExactly(2, 1);
	}

	@Test
	void allPartitionsAreReadIfNoneIsDue() {
		answerAll(SECOND);
		assertThat(due()).containsExactly(0, 1, 2, 3);
	}

	@Test
	void partitionsAreReadInTheOrderOfTheirLastRead() {
		answerAll(Duration.ZERO);
		answer(1, Duration.ZERO);
		answer(0, Duration.ZERO);
		assertThat(due()).containsExactly(2, 3, 1, 0);
	}

	@Test
	void aWakeUpMakesItsPartitionDueAtItsTime() {
		answerAll(null);
		assertThat(this.schedule.next()).isNull();
		this.schedule.wakeUp(3, SECOND);
		assertThat(this.schedule.next()).isEqualTo(SECOND);
		advance(SECOND);
		assertThat(due()).containsExactly(3);
		answer(3, null);
		assertThat(this.schedule.next()).isNull();
	}

	@Test
	void aLaterWakeUpDoesNotPostponeAnEarlierOne() {
		answerAll(null);
		this.schedule.wakeUp(3, SECOND);
		this.schedule.wakeUp(3, SECOND.multipliedBy(2));
		assertThat(this.schedule.next()).isEqualTo(SECOND);
	}

	@Test
	void aWakeUpWithoutPartitionMakesAllPartitionsDue() {
		answerAll(null);
		this.schedule.wakeUp(WakeUp.ANY_PARTITION, Duration.ZERO);
		assertThat(this.schedule.next()).isZero();
		assertThat(due()).containsExactly(0, 1, 2, 3);
	}

	@Test
	void aWakeUpOfAnUnknownPartitionMakesAllPartitionsDue() {
		answerAll(null);
		this.schedule.wakeUp(4, Duration.ZERO);
		assertThat(this.schedule.next()).isZero();
	}

	@Test
	void aWakeUpDuringAReadIsKeptAfterTheReply() {
		answerAll(null);
		long turn = this.schedule.beginPoll(1);
		this.schedule.wakeUp(1, Duration.ZERO);
		this.schedule.answered(1, turn, null);
		this.schedule.endPoll(1);
		assertThat(due()).containsExactly(1);
	}

	@Test
	void aReplyThatArrivesAfterThatOfALaterReadDoesNotPostponeTheEvent() {
		answerAll(null);
		long first = this.schedule.beginPoll(1);
		long second = this.schedule.beginPoll(1);
		this.schedule.answered(1, second, SECOND);
		this.schedule.answered(1, first, SECOND.multipliedBy(2));
		assertThat(this.schedule.next()).isEqualTo(SECOND);
		this.schedule.answered(1, this.schedule.beginPoll(1), null);
		assertThat(this.schedule.next()).isNull();
	}

	@Test
	void aPartitionThatIsBeingReadIsDueForOtherConsumers() {
		answerAll(null);
		this.schedule.wakeUp(1, Duration.ZERO);
		this.schedule.wakeUp(2, Duration.ZERO);
		assertThat(due()).containsExactly(1, 2);
		long turn = this.schedule.beginPoll(1);
		assertThat(due()).containsExactly(2, 1);
		this.schedule.answered(1, turn, null);
		this.schedule.endPoll(1);
		assertThat(due()).containsExactly(2);
	}

	@Test
	void aSafetyCheckFindsALostWakeUpWhileAnotherPartitionIsBusy() {
		answerAll(null);
		Duration passed = Duration.ZERO;
		while (passed.compareTo(SAFETY_CHECK) < 0) {
			answer(0, Duration.ZERO);
			assertThat(due()).containsExactly(0);
			advance(SECOND);
			passed = passed.plus(SECOND);
		}
		assertThat(due()).containsExactly(1, 2, 3, 0);
	}

	@Test
	void safetyChecksAreNotEvents() {
		answerAll(null);
		advance(SAFETY_CHECK);
		assertThat(this.schedule.next()).isNull();
	}

	@Test
	void aSafetyCheckIsNotPostponedByEventsOfOtherPartitions() {
		answerAll(null);
		advance(SAFETY_CHECK.minus(SECOND));
		this.schedule.wakeUp(0, Duration.ZERO);
		assertThat(due()).containsExactly(0);
		answer(0, null);
		assertThat(this.schedule.nextSafetyCheck()).isEqualTo(LATEST_SAFETY_CHECK.minus(SAFETY_CHECK).plus(SECOND));
		advance(this.schedule.nextSafetyCheck());
		assertThat(due()).containsExactly(1, 2, 3);
		List.of(1, 2, 3).forEach((partition) -> answer(partition, null));
		assertThat(this.schedule.nextSafetyCheck()).isEqualTo(SAFETY_CHECK.minus(SECOND));
	}

	@Test
	void aFailingPartitionHasNoSafetyCheck() {
		answerAll(null);
		advance(SAFETY_CHECK);
		List.of(0, 1, 2).forEach((partition) -> answer(partition, null));
		fail(3);
		assertThat(this.schedule.nextSafetyCheck()).isEqualTo(LATEST_SAFETY_CHECK);
	}

	@Test
	void aFailingPartitionIsReadLessAndLessOften() {
		answerAll(Duration.ZERO);
		List<Boolean> reported = new ArrayList<>();
		for (long pause : List.of(50, 100, 200, 400, 800, 1000, 1000)) {
			reported.add(fail(1));
			this.schedule.wakeUp(1, Duration.ZERO);
			assertThat(due()).containsExactlyInAnyOrder(0, 2, 3);
			advance(Duration.ofMillis(pause).minusMillis(2));
			assertThat(due()).doesNotContain(1);
			advance(Duration.ofMillis(2));
			assertThat(due()).containsExactlyInAnyOrder(0, 1, 2, 3);
		}
		assertThat(reported).containsExactly(false, false, false, false, false, true, false);
		assertThat(this.schedule.isFailingForLong(1)).isTrue();
		answer(1, Duration.ZERO);
		assertThat(this.schedule.isFailingForLong(1)).isFalse();
		assertThat(fail(1)).isFalse();
	}

	@Test
	void theNextEventIsTheNextAttemptAtAFailingPartition() {
		answerAll(null);
		fail(1);
		assertThat(this.schedule.next()).isEqualTo(Duration.ofMillis(50));
	}

	@Test
	void allPartitionsFailOnlyIfNoneReplies() {
		answerAll(null);
		List.of(0, 1, 2).forEach(this::fail);
		assertThat(this.schedule.isFailing()).isFalse();
		fail(3);
		assertThat(this.schedule.isFailing()).isTrue();
		answer(0, null);
		assertThat(this.schedule.isFailing()).isFalse();
	}

	private List<Integer> due() {
		return this.schedule.due(4, Duration.ZERO);
	}

	private void advance(Duration duration) {
		this.nanos.addAndGet(duration.toNanos());
	}

	private void answerAll(Duration nextEvent) {
		due().forEach((partition) -> answer(partition, nextEvent));
	}

	private void answer(int partition, Duration nextEvent) {
		this.schedule.answered(partition, this.schedule.beginPoll(partition), nextEvent);
		this.schedule.endPoll(partition);
	}

	private boolean fail(int partition) {
		this.schedule.beginPoll(partition);
		this.schedule.endPoll(partition);
		return this.schedule.failed(partition);
	}

}
