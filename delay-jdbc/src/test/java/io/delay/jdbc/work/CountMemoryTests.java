// SPDX-License-Identifier: Apache-2.0

package io.delay.jdbc.work;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.delay.job.JobState;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CountMemory}.
 */
class CountMemoryTests {

	private static final long MANY = 20_000;

	private Duration now = Duration.ofDays(1);

	private Duration cost = Duration.ZERO;

	private final CountMemory memory = new CountMemory(() -> this.now.toNanos());

	@Test
	void aLargeNumberIsCountedAgainAfterTenSeconds() {
		assertCount(MANY, MANY, false);
		this.now = this.now.plusSeconds(9);
		assertCount(MANY + 1, MANY, true);
		this.now = this.now.plusSeconds(1);
		assertCount(MANY + 2, MANY + 2, false);
	}

	@Test
	void aNumberIsUsedFiftyTimesAsLongAsItTookToCount() {
		this.cost = Duration.ofSeconds(2);
		assertCount(MANY, MANY, false);
		this.now = this.now.plusSeconds(99);
		assertCount(MANY + 1, MANY, true);
		this.now = this.now.plusSeconds(1);
		assertCount(MANY + 2, MANY + 2, false);
	}

	@Test
	void aNumberWithinTheLimitIsCountedExactly() {
		assertCount(MANY, MANY, false);
		assertCount(CountMemory.LIMIT, CountMemory.LIMIT, false);
		assertCount(MANY, MANY, false);
	}

	@Test
	void readyAndDelayedJobsAreCountedSeparately() {
		assertCount(MANY, MANY, false);
		assertThat(this.memory.count("orders", JobState.READY, (limit) -> count(MANY + 1, limit)).number())
			.isEqualTo(MANY + 1);
	}

	private void assertCount(long number, long expected, boolean estimated) {
		assertThat(this.memory.count("orders", JobState.DELAYED, (limit) -> count(number, limit)))
			.isEqualTo(new CountMemory.Count(expected, estimated));
	}

	private long count(long number, int limit) {
		if (limit == 0) {
			this.now = this.now.plus(this.cost);
			return number;
		}
		return Math.min(number, limit);
	}

}
