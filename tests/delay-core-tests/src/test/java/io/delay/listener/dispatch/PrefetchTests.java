// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.dispatch;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PrefetchTests {

	private static final Duration FAST = Duration.ofNanos(2_000);

	private final Prefetch prefetch = new Prefetch(true);

	private void handled(int count, Duration each) {
		for (int i = 0; i < count; i++) {
			this.prefetch.handled(each.toNanos(), 4);
		}
	}

	@Test
	void nothingIsPrefetchedBeforeTheFirstJobWasHandled() {
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void nothingIsPrefetchedForSlowHandlers() {
		handled(1, Duration.ofMillis(21));
		assertThat(this.prefetch.size()).isZero();
		handled(100, Duration.ofMillis(21));
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void jobsForAFewMillisecondsArePrefetched() {
		handled(1, Duration.ofMillis(1));
		assertThat(this.prefetch.size()).isEqualTo(4 * 5);
	}

	@Test
	void moreJobsArePrefetchedForMoreWorkers() {
		this.prefetch.handled(Duration.ofMillis(1).toNanos(), 8);
		assertThat(this.prefetch.size()).isEqualTo(8 * 5);
	}

	@Test
	void atMost200JobsArePrefetched() {
		handled(1, FAST);
		assertThat(this.prefetch.size()).isEqualTo(200);
		handled(1000, Duration.ZERO);
		assertThat(this.prefetch.size()).isEqualTo(200);
		this.prefetch.handled(0, 10_000);
		assertThat(this.prefetch.size()).isEqualTo(200);
	}

	@Test
	void prefetchGrowsAsHandlersBecomeFast() {
		handled(1, Duration.ofMillis(100));
		int before = 0;
		for (int i = 0; i < 10; i++) {
			handled(16, FAST);
			assertThat(this.prefetch.size()).isGreaterThanOrEqualTo(before);
			before = this.prefetch.size();
		}
		assertThat(before).isEqualTo(200);
	}

	@Test
	void prefetchShrinksAsHandlersBecomeSlow() {
		handled(1000, FAST);
		handled(20, Duration.ofMillis(100));
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void oneSlowJobAmongFastOnesEndsPrefetchOnlyBriefly() {
		handled(1000, FAST);
		handled(1, Duration.ofSeconds(1));
		assertThat(this.prefetch.size()).isZero();
		handled(100, FAST);
		assertThat(this.prefetch.size()).isPositive();
	}

	@Test
	void nothingIsPrefetchedOnceThereWereTooManyJobs() {
		handled(1000, FAST);
		this.prefetch.tooMany();
		assertThat(this.prefetch.size()).isZero();
		handled(4, FAST);
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void fastJobsArePrefetchedAgainAfterThereWereTooMany() {
		handled(1000, FAST);
		this.prefetch.tooMany();
		handled(20, FAST);
		assertThat(this.prefetch.size()).isPositive();
		handled(200, FAST);
		assertThat(this.prefetch.size()).isEqualTo(200);
	}

	@Test
	void tooManyJobsDoNotMakeSlowHandlersCountAsFast() {
		Duration verySlow = Duration.ofSeconds(10);
		handled(1, verySlow);
		this.prefetch.tooMany();
		handled(60, FAST);
		assertThat(this.prefetch.size()).isZero();
	}

	@Test
	void tooManyJobsBeforeTheFirstHandlingChangeNothing() {
		this.prefetch.tooMany();
		assertThat(this.prefetch.size()).isZero();
		handled(1, FAST);
		assertThat(this.prefetch.size()).isEqualTo(200);
	}

}
