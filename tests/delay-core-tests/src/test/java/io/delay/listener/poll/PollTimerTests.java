// SPDX-License-Identifier: Apache-2.0

package io.delay.listener.poll;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(10)
class PollTimerTests {

	private final PollTimer timer = new PollTimer();

	@Test
	void sleepEndsAtTheNextEvent() throws Exception {
		assertThat(sleep(Duration.ofMillis(20))).isBetween(Duration.ofMillis(20), Duration.ofSeconds(5));
	}

	@Test
	void wakeUpBetweenResetAndSleepIsNotLost() throws Exception {
		this.timer.reset();
		this.timer.wakeUpIn(Duration.ZERO);
		assertThat(sleep(null)).isLessThan(Duration.ofSeconds(5));
	}

	@Test
	void wakeUpBeforeResetHasNoEffect() throws Exception {
		this.timer.wakeUpIn(Duration.ZERO);
		this.timer.reset();
		assertThat(sleep(Duration.ofMillis(50))).isGreaterThanOrEqualTo(Duration.ofMillis(50));
	}

	@Test
	void wakeUpEndsASleepThatHasBegun() throws Exception {
		CompletableFuture<Duration> sleep = CompletableFuture.supplyAsync(() -> sleepUnchecked(null));
		this.timer.wakeUpIn(Duration.ofMillis(10));
		assertThat(sleep.get(5, TimeUnit.SECONDS)).isLessThan(Duration.ofSeconds(5));
	}

	@Test
	void theEarliestWakeUpCounts() throws Exception {
		this.timer.wakeUpIn(Duration.ofMillis(30));
		this.timer.wakeUpIn(Duration.ofDays(1_000_000_000));
		assertThat(sleep(null)).isLessThan(Duration.ofSeconds(5));
	}

	@Test
	void endedSleepReturnsBeforeItsTime() throws Exception {
		long look = this.timer.nextLook(Duration.ofMillis(20));
		this.timer.endSleep();
		assertThat(this.timer.sleep(look, 0, Long.MAX_VALUE)).isFalse();
		assertThat(this.timer.sleep(look, 0, Long.MAX_VALUE)).isTrue();
	}

	@Test
	void sleepThatHasBegunCanBeEnded() throws Exception {
		CompletableFuture.runAsync(this.timer::endSleep, CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS));
		assertThat(this.timer.sleep(this.timer.nextLook(null), 0, Long.MAX_VALUE)).isFalse();
	}

	@Test
	void pauseCannotBeEnded() throws Exception {
		this.timer.endSleep();
		long start = System.nanoTime();
		this.timer.pause(Duration.ofMillis(50));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
		assertThat(this.timer.sleep(this.timer.nextLook(null), 0, Long.MAX_VALUE)).isFalse();
	}

	@Test
	void closedTimerEndsEverySleep() throws Exception {
		CompletableFuture<Duration> sleep = CompletableFuture.supplyAsync(() -> sleepUnchecked(null));
		this.timer.close();
		assertThat(sleep.get(5, TimeUnit.SECONDS)).isLessThan(Duration.ofSeconds(5));
		this.timer.reset();
		assertThat(sleep(null)).isLessThan(Duration.ofSeconds(5));
	}

	@Test
	void pauseIgnoresWakeUps() throws Exception {
		this.timer.wakeUpIn(Duration.ZERO);
		long start = System.nanoTime();
		this.timer.pause(Duration.ofMillis(50));
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(50));
	}

	private Duration sleepUnchecked(Duration nextEvent) {
		try {
			return sleep(nextEvent);
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private Duration sleep(Duration nextEvent) throws InterruptedException {
		long start = System.nanoTime();
		this.timer.sleep(this.timer.nextLook(nextEvent), 0, Long.MAX_VALUE);
		return Duration.ofNanos(System.nanoTime() - start);
	}

}
