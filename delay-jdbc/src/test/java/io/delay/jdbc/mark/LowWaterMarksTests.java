// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.mark;

import java.time.Duration;
import java.util.Collections;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * From which score on places are read, also if several threads read at the same time.
 */
class LowWaterMarksTests {

	private static final String TOPIC = "orders";

	/** The index of the place of waiting jobs of normal priority. */
	private static final int WAITING = 1;

	/** The index of the place of reserved jobs. */
	private static final int LEASED = 3;

	private static final long NOW = 100_000;

	private static final Duration FAST = Duration.ofMillis(1);

	private final AtomicLong nanos = new AtomicLong();

	private long arrivals;

	private final LowWaterMarks marks = new LowWaterMarks(this.nanos::get);

	@Test
	void theFirstReadBeginsAtTheStartAndTheNextReadAtTheFirstJob() {
		LowWaterMarks.Read first = begin();
		assertThat(first.from()).containsOnly(0L);
		found(first, 100, FAST);
		assertThat(begin().from()).containsOnly(100L);
	}

	@Test
	void aJobThatIsWrittenWhileItsPlaceIsReadStaysAboveTheMark() {
		LowWaterMarks.Read used = begin();
		this.marks.lower(TOPIC, 1, 50);
		found(used, 100, FAST);
		assertThat(begin().from().get(WAITING)).isEqualTo(50);
		assertThat(begin().from().get(LEASED)).isEqualTo(100);
	}

	@Test
	void aReadThatEndsAfterALaterOneDoesNotRaiseTheMark() {
		LowWaterMarks.Read used = begin();
		begin();
		found(used, 100, FAST);
		assertThat(begin().from().get(WAITING)).isZero();
	}

	@Test
	void oneOfTwoThreadsReadsFromTheStartAfterASecond() {
		found(begin(), NOW, FAST);
		pass(Duration.ofMillis(1001));
		assertThat(begin().from().get(WAITING)).isZero();
		assertThat(begin().from().get(WAITING)).isEqualTo(NOW);
	}

	@Test
	void aFailedReadFromTheStartIsNotRepeatedAtOnce() {
		found(begin(), NOW, FAST);
		pass(Duration.ofMillis(1001));
		begin();
		pass(Duration.ofMillis(1999));
		assertThat(begin().from().get(WAITING)).isNotZero();
		pass(Duration.ofMillis(2));
		assertThat(begin().from().get(WAITING)).isZero();
	}

	@Test
	void aJobBelowTheMarkIsReadNextAlthoughALaterReadEndedFirst() {
		found(begin(), NOW, FAST);
		pass(Duration.ofMillis(1001));
		LowWaterMarks.Read all = begin();
		LowWaterMarks.Read overtaking = begin();
		found(all, 50, FAST);
		found(overtaking, NOW, FAST);
		assertThat(begin().from().get(WAITING)).isEqualTo(50);
	}

	@Test
	void aJobAboveTheMarkDoesNotLowerTheMarkOfLaterReads() {
		found(begin(), 70, FAST);
		LowWaterMarks.Read used = begin();
		found(begin(), NOW, FAST);
		found(used, 80, FAST);
		assertThat(begin().from().get(WAITING)).isEqualTo(NOW);
	}

	@Test
	void slowReadsFromTheStartBecomeLessFrequent() {
		found(begin(), NOW, Duration.ofMillis(100));
		pass(Duration.ofMillis(2001));
		LowWaterMarks.Read second = begin();
		assertThat(second.sweep()).isTrue();
		found(second, NOW, Duration.ofMillis(100));
		pass(Duration.ofMillis(3999));
		LowWaterMarks.Read recent = begin();
		assertThat(recent.endFrom()).isNotNull();
		found(recent, NOW, FAST);
		assertThat(begin().endFrom()).isNull();
		pass(Duration.ofMillis(2));
		LowWaterMarks.Read third = begin();
		assertThat(third.sweep()).isTrue();
		found(third, NOW, FAST);
		pass(Duration.ofMillis(1001));
		assertThat(begin().sweep()).isTrue();
	}

	@Test
	void theSlowestReadIsRepeatedAfterAMinuteByOneThread() {
		for (int i = 0; i < 10; i++) {
			found(begin(), NOW, Duration.ofSeconds(10));
			pass(Duration.ofMillis(60_001));
		}
		LowWaterMarks.Read slow = begin();
		assertThat(slow.sweep()).isTrue();
		pass(Duration.ofSeconds(59));
		assertThat(begin().sweep()).isFalse();
		pass(Duration.ofMillis(1001));
		assertThat(begin().sweep()).isTrue();
	}

	@Test
	void aTopicIsSlowUntilAFastRead() {
		assertThat(this.marks.isSlow(TOPIC)).isFalse();
		assertThat(this.marks.isDue(TOPIC)).isTrue();
		found(begin(), NOW, Duration.ofMillis(100));
		assertThat(this.marks.isSlow(TOPIC)).isTrue();
		assertThat(this.marks.isDue(TOPIC)).isFalse();
		pass(Duration.ofMillis(2001));
		assertThat(this.marks.isDue(TOPIC)).isTrue();
		found(begin(), NOW, FAST);
		assertThat(this.marks.isSlow(TOPIC)).isFalse();
	}

	@Test
	void aRecentReadBeginsBeforeTheLastOneThatWasCommitted() {
		found(begin(), 10 * NOW, FAST);
		pass(Duration.ofMillis(1001));
		begin(NOW + 1001, false);
		pass(Duration.ofMillis(5000));
		LowWaterMarks.Read recent = begin(NOW + 6001, false);
		assertThat(recent.from().get(WAITING)).isEqualTo(NOW - 2_000);
		found(recent, 10 * NOW, FAST);
		pass(Duration.ofMillis(1001));
		assertThat(begin(NOW + 7002, false).from().get(WAITING)).isEqualTo(NOW + 4_001);
	}

	@Test
	void aRecentReadOfLeasesReadsThoseThatEndNow() {
		found(begin(), 10 * NOW, FAST);
		pass(Duration.ofMillis(1001));
		LowWaterMarks.Read recent = begin(NOW + 1001, false);
		assertThat(recent.from().get(LEASED)).isEqualTo(10 * NOW);
		assertThat(recent.endFrom()).isEqualTo(NOW - 2_000);
	}

	@Test
	void aNotificationOfAnotherInstanceCausesOneReadFromAnEarlierTime() {
		found(begin(), 10 * NOW, FAST);
		this.arrivals++;
		LowWaterMarks.Read failed = begin();
		assertThat(failed.from().get(WAITING)).isEqualTo(NOW - 2_000);
		LowWaterMarks.Read repeated = begin();
		assertThat(repeated.from().get(WAITING)).isEqualTo(NOW - 2_000);
		found(repeated, 2 * NOW, FAST);
		assertThat(begin().from().get(WAITING)).isEqualTo(2 * NOW);
	}

	@Test
	void theResultOfAReadFromBeforeATopicWasForgottenIsIgnored() {
		LowWaterMarks.Read before = begin();
		this.marks.forget(TOPIC);
		begin();
		found(before, NOW, FAST);
		assertThat(begin().from().get(WAITING)).isZero();
	}

	private LowWaterMarks.Read begin() {
		return begin(NOW, true);
	}

	private LowWaterMarks.Read begin(long now, boolean sweeping) {
		return this.marks.begin(TOPIC, now, this.arrivals, false, sweeping);
	}

	private void found(LowWaterMarks.Read read, long head, Duration took) {
		pass(took);
		this.marks.found(TOPIC, read, Collections.nCopies(Heads.PLACES.size(), head));
	}

	private void pass(Duration duration) {
		this.nanos.addAndGet(duration.toNanos());
	}

}
